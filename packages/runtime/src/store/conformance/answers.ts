import assert from 'node:assert/strict'
import type { Rule } from './rule.ts'
import { refusesChanged, unitOf, write } from './units.ts'

const tenant = 'tenant_node:answers'
const hour = 3_600_000

export function answerRules(rule: Rule): void {
  rule('an answer is kept with its commit until it expires', async (store, clock) => {
    const kept = { key: 'k 1', bodyHash: 'hash', body: '{"a":"ä"}', expiresAtMs: clock.now + hour }
    assert.equal(await store.answer(tenant, 'k 1', clock.now), undefined)
    const { commit } = await write(store, { tenant, answer: kept })
    assert.deepEqual(await store.answer(tenant, 'k 1', clock.now), { ...kept, commit })
    assert.deepEqual(await store.answer(tenant, 'k 1', clock.now + hour - 1), { ...kept, commit })
    assert.equal(await store.answer(tenant, 'k 1', clock.now + hour), undefined)
    assert.equal(await store.answer(tenant, 'k', clock.now), undefined)
    assert.equal(await store.answer('tenant_node:other', 'k 1', clock.now), undefined)
  })

  rule('a key has one answer at a time', async (store, clock) => {
    const answer = { key: 'k', bodyHash: 'h', body: '1', expiresAtMs: clock.now + hour }
    const { commit } = await write(store, { tenant, answer })
    await refusesChanged(store, { tenant, answer: { ...answer, body: '2' } })
    assert.deepEqual(await store.answer(tenant, 'k', clock.now), { ...answer, commit })
    await write(store, { tenant: 'tenant_node:other', answer })
    clock.now += hour
    const later = { ...answer, body: '3', expiresAtMs: clock.now + hour }
    const renewed = await write(store, { tenant, answer: later })
    assert.deepEqual(await store.answer(tenant, 'k', clock.now), { ...later, commit: renewed.commit })
  })

  rule('of answers at once under one key, one is taken', async (store, clock) => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const answer = { key: 'k', bodyHash: 'h', body: String(at), expiresAtMs: clock.now + hour }
        return store.commit([unitOf({ tenant, answer })])
      }),
    )
    assert.equal(results.filter((result) => 'done' in result).length, 1)
  })
}
