import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@membrane/contract'
import { refusing, World } from '@membrane/testkit'

const request = operations['ops.incidentReceipt'].example

test('an incident is on record by its hashes', async () => {
  await using world = await World.start()
  const answer = await world.call('ops.incidentReceipt', { ...request, incident_ref: 'ops_incident:1' })
  assert.equal(answer.outcome, 'verified')
  assert.equal(answer.body.incident, 'ops_incident:1')
  assert.match(answer.body.alert, /^ops_monitoring_alert:/)
  assert.match(answer.body.secret_rotation, /^ops_secret_rotation:/)
  assert.equal(answer.body.raw_payload_stored, false)
})

test('refusals, in the order of the interface', async (t) => {
  await using world = await World.start()
  const refuses = refusing(t, world, 'ops.incidentReceipt', request)
  await refuses('ops_incident_raw_payload_forbidden', { raw_payload: { ip: '192.0.2.1' }, severity: '' })
  await refuses('ops_incident_raw_payload_forbidden', { details: { raw_log: 'line' } })
  await refuses('customer_data_forbidden', { customer_data_exposed: true })
  await refuses('ops_incident_severity_missing', { severity: undefined, alert_rule_hash: undefined })
  await refuses('ops_incident_severity_missing', { detected_by: '' })
  for (const field of ['alert_rule_hash', 'mitigation_hash', 'communications_hash']) {
    await refuses('ops_incident_hash_material_missing', { [field]: undefined })
    await refuses('ops_incident_hash_material_missing', { [field]: '' })
    await refuses('ops_incident_hash_material_missing', { [field]: 'md5:1' })
  }
})
