import assert from 'node:assert/strict'
import { recordReality } from '@membrane/contract'
import type { Rule } from './rule.ts'
import { readAtom, readRange, refusesChanged, scopeOf, unitOf, write } from './units.ts'

const tenant = 'tenant_node:checks'
const projection = 'reality:projection'
const here = scopeOf(tenant)
const over = scopeOf(tenant, { reality: projection, before: null }, { reality: recordReality, before: 1 })
const key = 'of=company_geist:acme'

export function checkRules(rule: Rule): void {
  rule('a commit fails where a version that it read is no longer the newest', async (store) => {
    await write(store, { tenant, atoms: [{ ref: 'thing:a' }] })
    await write(store, { tenant, reads: [readAtom(here, 'thing:a', 1)] })
    await write(store, { tenant, atoms: [{ ref: 'thing:a', version: 2 }] })
    await refusesChanged(store, { tenant, reads: [readAtom(here, 'thing:a', 1)] })
    await refusesChanged(store, { tenant, reads: [readAtom(here, 'thing:a', 3)] })
    await write(store, { tenant, reads: [readAtom(here, 'thing:a', 2)] })
  })

  rule('a commit fails where a ref that it found absent is there', async (store) => {
    await write(store, { tenant, reads: [readAtom(here, 'thing:a', 0)] })
    await write(store, { tenant, atoms: [{ ref: 'thing:a' }] })
    await refusesChanged(store, { tenant, reads: [readAtom(here, 'thing:a', 0)] })
    await write(store, { tenant, reads: [readAtom(here, 'thing:a', 0, 'other')] })
  })

  rule('a commit fails where a range that it read has grown', async (store) => {
    await write(store, { tenant, reads: [readRange(here, key, -1)] })
    const { sequence } = await write(store, { tenant, atoms: [{ ref: 'thing:a', keys: [key] }] })
    await refusesChanged(store, { tenant, reads: [readRange(here, key, -1)] })
    await write(store, { tenant, reads: [readRange(here, key, sequence)] })
    await write(store, { tenant, reads: [readRange(here, key, -1, 'other')] })
    await write(store, { tenant, atoms: [{ ref: 'thing:a', version: 2, keys: [key] }] })
    await refusesChanged(store, { tenant, reads: [readRange(here, key, sequence)] })
  })

  rule('a commit fails where a claim that it read has another value', async (store) => {
    const claim = { space: 'host', key: 'example.org', value: 'tenant_node:checks' }
    const read = (value: string | null) => ({
      on: 'claim' as const,
      space: 'host',
      key: 'example.org',
      value,
    })
    await write(store, { tenant, reads: [read(null)] })
    await refusesChanged(store, { tenant, reads: [read('x')] })
    await write(store, { tenant, claims: [claim], reads: [read(null)] })
    await refusesChanged(store, { tenant, reads: [read(null)] })
    await refusesChanged(store, { tenant, reads: [read('x')] })
    await write(store, { tenant, reads: [read(claim.value)] })
  })

  rule('reads of a projection are checked through its layers', async (store) => {
    await write(store, { tenant, atoms: [{ ref: 'thing:a', keys: [key] }] })
    const reads = [readAtom(over, 'thing:a', 1), readRange(over, key, 0)]
    await write(store, { tenant, atoms: [{ ref: 'thing:a', version: 2, keys: [key] }] })
    await write(store, { tenant, reality: projection, reads })
    await refusesChanged(store, { tenant, reads: [readAtom(here, 'thing:a', 1)] })
    await write(store, { tenant, reality: projection, atoms: [{ ref: 'thing:a', version: 2, keys: [key] }] })
    await refusesChanged(store, { tenant, reads: reads.slice(0, 1) })
    await refusesChanged(store, { tenant, reads: reads.slice(1) })
  })

  rule('reads of another tenant are checked as well', async (store) => {
    const other = scopeOf('tenant_node:other')
    await write(store, { tenant, reads: [readAtom(other, 'thing:a', 0), readRange(other, key, -1)] })
    await write(store, { tenant: 'tenant_node:other', atoms: [{ ref: 'thing:a', keys: [key] }] })
    await refusesChanged(store, { tenant, reads: [readAtom(other, 'thing:a', 0)] })
    await refusesChanged(store, { tenant, reads: [readRange(other, key, -1)] })
    await write(store, { tenant, reads: [readAtom(other, 'thing:a', 1), readRange(other, key, 0)] })
  })

  rule('a commit that failed leaves nothing behind', async (store) => {
    await write(store, { tenant, atoms: [{ ref: 'thing:a' }] })
    const before = await store.head(tenant)
    await refusesChanged(store, {
      tenant,
      commit: 'commit:failed',
      reads: [readAtom(here, 'thing:a', 0)],
      atoms: [{ ref: 'thing:b', keys: [key], active: { fromMs: null, untilMs: 9e12 } }],
      claims: [{ space: 'host', key: 'failed.org', value: 'x' }],
      cites: ['evidence_bundle:failed'],
      answer: { key: 'k', bodyHash: 'h', body: '{}', expiresAtMs: 9e12 },
    })
    assert.deepEqual(await store.head(tenant), before)
    assert.equal(await store.commitOf(tenant, 'commit:failed'), undefined)
    assert.equal(await store.atom(here, 'thing', 'thing:b'), undefined)
    assert.equal((await store.range(here, 'thing', key)).last, -1)
    assert.equal(await store.claim('host', 'failed.org'), undefined)
    assert.equal(await store.answer(tenant, 'k', 0), undefined)
    assert.equal(await store.active('thing', 0), 0)
  })

  rule('of commits at once that rely on one version, one is taken', async (store) => {
    await write(store, { tenant, atoms: [{ ref: 'thing:a' }] })
    const rivals = Array.from({ length: 20 }, () =>
      unitOf({ tenant, reads: [readAtom(here, 'thing:a', 1)], atoms: [{ ref: 'thing:a', version: 2 }] }),
    )
    const results = await Promise.all(rivals.map((unit) => store.commit([unit])))
    assert.equal(results.filter((result) => 'done' in result).length, 1)
    assert.equal((await store.head(tenant)).size, 2)
  })
}
