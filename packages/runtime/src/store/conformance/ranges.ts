import assert from 'node:assert/strict'
import { recordReality } from '@membrane/contract'
import type { Rule } from './rule.ts'
import { scopeOf, write } from './units.ts'

const tenant = 'tenant_node:ranges'
const projection = 'reality:projection'
const key = 'of=company_geist:acme'

export function rangeRules(rule: Rule): void {
  rule(
    'a range lists every ref under its key in order of first writing, and its last sequence',
    async (store) => {
      assert.deepEqual(await store.range(scopeOf(tenant), 'thing', key), { atoms: [], last: -1 })
      for (const ref of ['thing:c', 'thing:a', 'thing:b'])
        await write(store, { tenant, atoms: [{ ref, keys: [key] }] })
      await write(store, { tenant, atoms: [{ ref: 'thing:a', version: 2, keys: [key] }] })
      await write(store, { tenant, atoms: [{ ref: 'thing:z', keys: ['of=company_geist:other'] }] })
      await write(store, { tenant, atoms: [{ ref: 'thing:y', kind: 'other', keys: [key] }] })
      const { atoms, last } = await store.range(scopeOf(tenant), 'thing', key)
      const listed = atoms.map(({ ref, version }) => `${ref} ${version}`)
      assert.deepEqual(listed, ['thing:c 1', 'thing:a 2', 'thing:b 1'])
      assert.equal(last, 3)
    },
  )

  rule('a ref that ever carried the key is listed with its newest version', async (store) => {
    await write(store, { tenant, atoms: [{ ref: 'thing:a', keys: [key] }] })
    await write(store, { tenant, atoms: [{ ref: 'thing:a', version: 2, keys: ['of=company_geist:other'] }] })
    const { atoms, last } = await store.range(scopeOf(tenant), 'thing', key)
    assert.deepEqual(
      atoms.map(({ version }) => version),
      [2],
    )
    assert.equal(last, 0, 'the second version was not written under the key')
  })

  rule('one commit lists its refs in the order of its atoms', async (store) => {
    const refs = ['thing:3', 'thing:1', 'thing:2']
    await write(store, { tenant, atoms: refs.map((ref) => ({ ref, keys: [key, 'by=x:y'] })) })
    const { atoms } = await store.range(scopeOf(tenant), 'thing', key)
    assert.deepEqual(
      atoms.map(({ ref }) => ref),
      refs,
    )
  })

  rule('a range in the past and in a projection sees its layers only', async (store) => {
    await write(store, { tenant, atoms: [{ ref: 'thing:a', keys: [key] }] })
    await write(store, { tenant, atoms: [{ ref: 'thing:b', keys: [key] }] })
    await write(store, { tenant, reality: projection, atoms: [{ ref: 'thing:p', keys: [key] }] })
    await write(store, { tenant, reality: projection, atoms: [{ ref: 'thing:a', version: 2, keys: [key] }] })
    await write(store, { tenant, atoms: [{ ref: 'thing:a', version: 2, keys: [key] }] })
    const past = await store.range(scopeOf(tenant, { reality: recordReality, before: 1 }), 'thing', key)
    assert.deepEqual(
      [past.atoms.map(({ ref, version }) => `${ref} ${version}`), past.last],
      [['thing:a 1'], 0],
    )
    const scope = scopeOf(
      tenant,
      { reality: projection, before: null },
      { reality: recordReality, before: 2 },
    )
    const over = await store.range(scope, 'thing', key)
    const listed = over.atoms.map(({ ref, version, reality }) => `${ref} ${version} ${reality}`)
    assert.deepEqual(listed, [
      `thing:a 2 ${projection}`,
      `thing:b 1 ${recordReality}`,
      `thing:p 1 ${projection}`,
    ])
    assert.equal(over.last, 3)
    const before = scopeOf(tenant, { reality: projection, before: 3 }, { reality: recordReality, before: 2 })
    assert.equal((await store.range(before, 'thing', key)).last, 2)
  })
}
