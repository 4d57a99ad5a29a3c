import assert from 'node:assert/strict'
import type { Rule } from './rule.ts'
import { refusesChanged, unitOf, write } from './units.ts'

const [one, two] = ['tenant_node:one', 'tenant_node:two']
const host = { space: 'host', key: 'example.org', value: one }

export function claimRules(rule: Rule): void {
  rule('a claim is unique across tenants and stands for ever', async (store) => {
    assert.equal(await store.claim('host', 'example.org'), undefined)
    await write(store, { tenant: one, claims: [host] })
    assert.equal(await store.claim('host', 'example.org'), one)
    await refusesChanged(store, { tenant: two, claims: [{ ...host, value: two }] })
    await refusesChanged(store, { tenant: one, claims: [host] })
    assert.equal(await store.claim('host', 'example.org'), one)
    assert.equal((await store.head(two)).size, 0)
  })

  rule('claims of different spaces and keys never meet', async (store) => {
    const long = 'k'.repeat(10_000)
    const claims = [
      host,
      { ...host, space: 'tenant' },
      { ...host, key: 'a example.org' },
      { ...host, key: long },
    ]
    await write(store, { tenant: one, claims: claims.map((claim, at) => ({ ...claim, value: String(at) })) })
    const values = await Promise.all(claims.map(async ({ space, key }) => store.claim(space, key)))
    assert.deepEqual(values, ['0', '1', '2', '3'])
    assert.equal(await store.claim('host', `${long}k`), undefined)
  })

  rule('of claims at once by many tenants, one is taken', async (store) => {
    const tenants = Array.from({ length: 20 }, (_, at) => `tenant_node:rival_${at}`)
    const results = await Promise.all(
      tenants.map((tenant) => store.commit([unitOf({ tenant, claims: [{ ...host, value: tenant }] })])),
    )
    const winners = tenants.filter((_, at) => 'done' in results[at]!)
    assert.equal(winners.length, 1)
    assert.equal(await store.claim('host', 'example.org'), winners[0])
    const sizes = await Promise.all(tenants.map(async (tenant) => (await store.head(tenant)).size))
    assert.equal(
      sizes.reduce((sum, size) => sum + size),
      1,
    )
  })
}
