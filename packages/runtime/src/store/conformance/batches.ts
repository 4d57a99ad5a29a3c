import assert from 'node:assert/strict'
import type { Rule } from './rule.ts'
import { commitAll, readAtom, readRange, refusesChanged, scopeOf, unitOf, write } from './units.ts'

const tenant = 'tenant_node:batches'
const here = scopeOf(tenant)
const key = 'of=company_geist:acme'
const claim = { space: 'host', key: 'example.org', value: 'x' }

export function batchRules(rule: Rule): void {
  rule('units of one call have consecutive sequences in their order', async (store) => {
    await write(store, { tenant })
    const others = Array.from({ length: 10 }, () => store.commit([unitOf({ tenant })]))
    const done = await commitAll(store, unitOf({ tenant }), unitOf({ tenant }), unitOf({ tenant }))
    await Promise.all(others)
    const first = done[0]!.sequence
    assert.deepEqual(
      done.map(({ sequence }) => sequence),
      [first, first + 1, first + 2],
    )
    const stored = await store.commitsFrom(tenant, first, 3)
    assert.deepEqual(
      stored.map(({ commit }) => commit),
      done.map(({ commit }) => commit),
    )
  })

  rule('units of one call are written all or not at all', async (store) => {
    await write(store, { tenant, atoms: [{ ref: 'thing:a' }] })
    await refusesChanged(
      store,
      { tenant, atoms: [{ ref: 'thing:b' }], claims: [claim] },
      { tenant, reads: [readAtom(here, 'thing:a', 0)] },
    )
    assert.equal((await store.head(tenant)).size, 1)
    assert.equal(await store.atom(here, 'thing', 'thing:b'), undefined)
    assert.equal(await store.claim(claim.space, claim.key), undefined)
  })

  rule('a unit is checked against the units before it in its call', async (store) => {
    const first = { tenant, atoms: [{ ref: 'thing:a', keys: [key] }], claims: [claim] }
    const answer = { key: 'k', bodyHash: 'h', body: '{}', expiresAtMs: 9e12 }
    await refusesChanged(store, first, { tenant, reads: [readAtom(here, 'thing:a', 0)] })
    await refusesChanged(store, first, { tenant, reads: [readRange(here, key, -1)] })
    await refusesChanged(store, first, { tenant, atoms: [{ ref: 'thing:a' }] })
    await refusesChanged(store, first, { tenant, claims: [claim] })
    await refusesChanged(store, first, { tenant, reads: [{ on: 'claim', ...claim, value: null }] })
    await refusesChanged(store, { ...first, answer }, { tenant, answer })
    assert.equal((await store.head(tenant)).size, 0)
    await commitAll(
      store,
      unitOf(first),
      unitOf({
        tenant,
        reads: [readAtom(here, 'thing:a', 1), readRange(here, key, 0), { on: 'claim', ...claim }],
        atoms: [{ ref: 'thing:a', version: 2, keys: [key] }],
      }),
    )
    const { atoms, last } = await store.range(here, 'thing', key)
    assert.deepEqual([atoms.map(({ version }) => version), last], [[2], 1])
  })

  rule('a call that fails does not fail the calls beside it', async (store) => {
    await write(store, { tenant, atoms: [{ ref: 'thing:a' }] })
    const calls = Array.from({ length: 30 }, (_, at) =>
      store.commit([unitOf(at % 3 === 0 ? { tenant, reads: [readAtom(here, 'thing:a', 0)] } : { tenant })]),
    )
    const results = await Promise.all(calls)
    assert.deepEqual(
      results.map((result) => 'done' in result),
      results.map((_, at) => at % 3 !== 0),
    )
    assert.equal((await store.head(tenant)).size, 21)
  })

  rule('a call without units commits nothing', async (store) => {
    assert.deepEqual(await store.commit([]), { done: [] })
  })

  rule('a thousand commits at once over ten tenants each get their place', async (store) => {
    const tenants = Array.from({ length: 10 }, (_, at) => `tenant_node:many_${at}`)
    const units = Array.from({ length: 1000 }, (_, at) => unitOf({ tenant: tenants[at % 10]! }))
    const results = await Promise.all(units.map((unit) => store.commit([unit])))
    for (const [at, tenant] of tenants.entries()) {
      const sequences = results
        .filter((_, index) => index % 10 === at)
        .map((result) => ('done' in result ? result.done[0]!.sequence : -1))
      assert.deepEqual(
        sequences.toSorted((a, b) => a - b),
        Array.from({ length: 100 }, (_, index) => index),
      )
      assert.equal((await store.head(tenant)).size, 100)
    }
  })
}
