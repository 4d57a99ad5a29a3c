import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantStanding, World } from '@membrane/testkit'

test('counts what the commits of the tenant wrote', async () => {
  await using world = await World.start()
  const tenant = 'tenant_node:acme'
  const empty = await world.admits('m7.state', { tenant })
  assert.equal(empty.counts.commits, 0)
  assert.equal(empty.asOfSequence, null)
  const { standing } = await grantStanding(world, tenant)
  await world.admits('standing.revoke', { tenant, standing, reason: 'left', fixture: true })
  const state = await world.admits('m7.state', { tenant })
  assert.equal(state.remoteDurable, world.runtime.store.durable)
  assert.equal(state.rawDbExposed, false)
  assert.equal(state.asOfSequence, 3)
  const { counts } = state
  assert.equal(counts.commits, 4)
  assert.equal(counts.atoms, 5)
  assert.equal(counts.standingGrants, 1)
  assert.equal(counts.standingEvaluations, 1)
  assert.equal(counts.evidenceBundles, 1)
  for (const name of ['passkeyBindings', 'sessionLifecycles'])
    assert.ok(Number.isInteger(counts[name] ?? 0), name)
})
