import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@membrane/contract'
import { World } from '@membrane/testkit'

const tenant = 'tenant_node:acme'

test('the posture is complete once the edge, restore and incident lanes are populated', async () => {
  await using world = await World.start()
  const before = await world.admits('ops.status', { tenant })
  assert.equal(before.tenant, tenant)
  assert.ok(Object.values(before.local_overlay_counts).every((count) => count === 0))
  for (const name of ['ops.edgePolicyCheck', 'ops.restoreRehearse', 'ops.incidentReceipt'] as const) {
    assert.equal((await world.admits('ops.status', { tenant })).posture.operations_posture_complete, false)
    await world.admits(name, operations[name].example)
  }
  const { posture, local_overlay_counts, durable_records } = await world.admits('ops.status', { tenant })
  assert.deepEqual(posture, {
    edge_policy_ready: true,
    restore_rehearsal_ready: true,
    rollback_rehearsal_ready: true,
    alert_baseline_ready: true,
    secret_rotation_ready: true,
    incident_response_ready: true,
    operations_posture_complete: true,
    raw_db_exposed: false,
    production_admission: false,
  })
  assert.equal(local_overlay_counts.ops_incident_receipts, 1)
  assert.equal(local_overlay_counts.pilot_admission_gates, 0)
  const { durable } = world.runtime.store
  assert.deepEqual(durable_records, { edge: durable, restore: durable, incident: durable })
  const other = await world.admits('ops.status')
  assert.equal(other.tenant, 'tenant_node:fixture')
  assert.equal(other.posture.edge_policy_ready, false)
})
