import assert from 'node:assert/strict'
import type { Rule } from './rule.ts'
import { write } from './units.ts'

const tenant = 'tenant_node:activity'
const minute = 60_000

export function activityRules(rule: Rule): void {
  rule('active counts refs of a kind until they end, over all tenants', async (store, { now }) => {
    const until = (ms: number | null, fromMs: number | null = null) => ({ fromMs, untilMs: ms })
    await write(store, { tenant, atoms: [{ ref: 'thing:a', active: until(now + minute) }] })
    await write(store, {
      tenant: 'tenant_node:other',
      atoms: [{ ref: 'thing:a', active: until(now + 2 * minute) }],
    })
    await write(store, { tenant, atoms: [{ ref: 'other:a', kind: 'other', active: until(now + minute) }] })
    assert.equal(await store.active('thing', now), 2)
    assert.equal(await store.active('other', now), 1)
    assert.equal(await store.active('none', now), 0)
    assert.equal(await store.active('thing', now + minute), 1)
    assert.equal(await store.active('thing', now + 2 * minute), 0)
  })

  rule('a record that ends early, or lasts longer, is counted anew', async (store, { now }) => {
    const active = { fromMs: null, untilMs: now + minute }
    await write(store, {
      tenant,
      atoms: [
        { ref: 'thing:a', active },
        { ref: 'thing:b', active },
      ],
    })
    const longer = { fromMs: now + minute, untilMs: now + 2 * minute }
    await write(store, { tenant, atoms: [{ ref: 'thing:a', version: 2, active: longer }] })
    await write(store, {
      tenant,
      atoms: [{ ref: 'thing:b', version: 2, active: { ...longer, untilMs: null } }],
    })
    assert.equal(await store.active('thing', now), 1)
    assert.equal(await store.active('thing', now + minute), 1)
  })

  rule('a projection makes nothing active', async (store, { now }) => {
    const active = { fromMs: null, untilMs: now + minute }
    await write(store, { tenant, reality: 'reality:p', atoms: [{ ref: 'thing:a', active }] })
    assert.equal(await store.active('thing', now), 0)
  })
}
