import assert from 'node:assert/strict'
import { recordReality } from '@membrane/contract'
import type { Rule } from './rule.ts'
import { readAtom, scopeOf, unitOf, commitAll, write } from './units.ts'

const tenant = 'tenant_node:reads'
const projection = 'reality:projection'

/** Refs that a careless key would cut, fold or confuse. */
const oddRefs = [
  `thing:${'x'.repeat(10_000)}`,
  `thing:${'x'.repeat(9_999)}y`,
  'thing:e\u0301',
  'thing:\u00e9',
  'thing:\u{1f9ff}\u{10ffff}',
  'thing:\u200b\u202e\ufffd',
  'thing:%00\\x00\'"{},$1',
  'thing:ß',
  'thing:SS',
  'thing:ss',
]

export function readRules(rule: Rule): void {
  rule('a read answers what was committed before it began', async (store) => {
    const ref = 'thing:one'
    assert.equal(await store.atom(scopeOf(tenant), 'thing', ref), undefined)
    const { sequence } = await write(store, { tenant, atoms: [{ ref, state: '{"a":1}' }] })
    const atom = await store.atom(scopeOf(tenant), 'thing', ref)
    const { salt, digest } = unitOf({ tenant, atoms: [{ ref, state: '{"a":1}' }] }).atoms[0]!
    assert.deepEqual(
      { ...atom, salt: Buffer.from(atom!.salt) },
      {
        kind: 'thing',
        ref,
        version: 1,
        reality: recordReality,
        sequence,
        state: '{"a":1}',
        digest,
        salt: Buffer.from(salt),
      },
    )
  })

  rule('the newest version answers, and each earlier one in its past', async (store) => {
    const ref = 'thing:one'
    for (const version of [1, 2, 3]) await write(store, { tenant, atoms: [{ ref, version }] })
    assert.equal((await store.atom(scopeOf(tenant), 'thing', ref))?.version, 3)
    for (const before of [0, 1, 2, 3, 4]) {
      const past = scopeOf(tenant, { reality: recordReality, before })
      assert.equal(
        (await store.atom(past, 'thing', ref))?.version,
        before === 0 ? undefined : Math.min(before, 3),
      )
    }
  })

  rule('records of different kinds never meet under one ref', async (store) => {
    const ref = 'thing:one'
    await write(store, { tenant, atoms: [{ ref, kind: 'thing' }] })
    assert.equal(await store.atom(scopeOf(tenant), 'other', ref), undefined)
    await write(store, { tenant, atoms: [{ ref, kind: 'other', state: '{"other":true}' }] })
    assert.equal((await store.atom(scopeOf(tenant), 'other', ref))?.state, '{"other":true}')
    assert.equal((await store.atom(scopeOf(tenant), 'thing', ref))?.state, '{"version":1}')
  })

  rule('one tenant never sees the records of another under the same refs', async (store) => {
    const other = 'tenant_node:other'
    const ref = 'thing:one'
    await write(store, { tenant, atoms: [{ ref, keys: ['of=a:b'] }] })
    assert.equal(await store.atom(scopeOf(other), 'thing', ref), undefined)
    assert.deepEqual(await store.range(scopeOf(other), 'thing', 'of=a:b'), { atoms: [], last: -1 })
    await write(store, { tenant: other, atoms: [{ ref, state: '{"mine":1}' }] })
    assert.equal((await store.atom(scopeOf(other), 'thing', ref))?.state, '{"mine":1}')
    assert.equal((await store.atom(scopeOf(tenant), 'thing', ref))?.state, '{"version":1}')
  })

  rule('the first layer that holds a ref answers for it', async (store) => {
    const ref = 'thing:one'
    await write(store, { tenant, atoms: [{ ref, version: 1 }] })
    await write(store, { tenant, reality: projection, atoms: [{ ref, version: 2, state: '{"p":1}' }] })
    await write(store, { tenant, atoms: [{ ref, version: 2, state: '{"later":1}' }] })
    const layers = [
      { reality: projection, before: null },
      { reality: recordReality, before: 1 },
    ]
    const scope = scopeOf(tenant, ...layers)
    const atom = await store.atom(scope, 'thing', ref)
    assert.deepEqual([atom?.state, atom?.reality, atom?.sequence], ['{"p":1}', projection, 1])
    assert.equal((await store.atom(scopeOf(tenant), 'thing', ref))?.state, '{"later":1}')
    assert.equal((await store.atom(scopeOf(tenant, layers[1]!), 'thing', ref))?.state, '{"version":1}')
    const elsewhere = scopeOf(tenant, { reality: 'reality:none', before: null }, layers[1]!)
    assert.equal((await store.atom(elsewhere, 'thing', ref))?.version, 1)
  })

  rule('refs may have any length and any characters', async (store) => {
    for (const [at, ref] of oddRefs.entries()) {
      await write(store, { tenant, atoms: [{ ref, state: `{"at":${at}}`, keys: [`of=${ref}`] }] })
    }
    for (const [at, ref] of oddRefs.entries()) {
      const atom = await store.atom(scopeOf(tenant), 'thing', ref)
      assert.deepEqual([atom?.ref, atom?.state], [ref, `{"at":${at}}`])
      const { atoms, last } = await store.range(scopeOf(tenant), 'thing', `of=${ref}`)
      assert.deepEqual([atoms.map((found) => found.ref), last], [[ref], at])
      const [commit] = await store.commits(tenant, { before: null, limit: 9, ref })
      assert.equal(commit?.sequence, at)
    }
  })

  rule('tenants, realities and actors may have any length and any characters', async (store) => {
    for (const odd of oddRefs) {
      const [reality, actor] = [`reality:${odd}`, `human_person:${odd}`]
      const named = `tenant_node:${odd}`
      await write(store, { tenant: named, reality, actor, atoms: [{ ref: odd }] })
      const scope = scopeOf(named, { reality, before: null })
      assert.equal((await store.atom(scope, 'thing', odd))?.reality, reality)
      assert.equal((await store.commits(named, { before: null, limit: 9, actor })).length, 1)
      assert.equal((await store.head(named)).size, 1)
    }
  })

  rule('states of a megabyte, and of any text, come back as they were', async (store) => {
    const states = [
      JSON.stringify({ text: 'ä'.repeat(500_000) }),
      JSON.stringify({ text: '\\x00 \u{1f9ff} NULL {}' }),
    ]
    for (const [at, state] of states.entries()) {
      const ref = `thing:${at}`
      await write(store, { tenant, atoms: [{ ref, state }] })
      assert.equal((await store.atom(scopeOf(tenant), 'thing', ref))?.state, state)
    }
  })

  rule('many reads at once answer each its own', async (store) => {
    const refs = Array.from({ length: 200 }, (_, at) => `thing:${at}`)
    await commitAll(store, ...refs.map((ref) => unitOf({ tenant, atoms: [{ ref, keys: [`of=${ref}`] }] })))
    const found = await Promise.all(refs.map(async (ref) => store.atom(scopeOf(tenant), 'thing', ref)))
    assert.deepEqual(
      found.map((atom) => atom?.ref),
      refs,
    )
    const ranges = await Promise.all(
      refs.map(async (ref) => store.range(scopeOf(tenant), 'thing', `of=${ref}`)),
    )
    assert.deepEqual(
      ranges.map(({ atoms, last }) => [atoms[0]?.ref, last]),
      refs.map((ref, at) => [ref, at]),
    )
    const mixed = await Promise.all([
      store.atom(scopeOf(tenant), 'thing', 'thing:7'),
      store.atom(scopeOf(tenant), 'thing', 'thing:none'),
      store.atom(scopeOf('tenant_node:none'), 'thing', 'thing:7'),
    ])
    assert.deepEqual(
      mixed.map((atom) => atom?.version),
      [1, undefined, undefined],
    )
  })

  rule('a version is written once', async (store) => {
    const ref = 'thing:one'
    await write(store, { tenant, atoms: [{ ref }] })
    assert.deepEqual(await store.commit([unitOf({ tenant, atoms: [{ ref }] })]), { failed: 'changed' })
    const stale = unitOf({ tenant, atoms: [{ ref, version: 2 }], reads: [readAtom(scopeOf(tenant), ref, 1)] })
    await commitAll(store, stale)
    assert.deepEqual(await store.commit([{ ...stale, commit: 'commit:again' }]), { failed: 'changed' })
    assert.equal((await store.head(tenant)).size, 2)
  })
}
