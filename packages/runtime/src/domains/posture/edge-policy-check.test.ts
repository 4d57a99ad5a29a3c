import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { operations } from '@membrane/contract'
import { refusing, World } from '@membrane/testkit'

const request = operations['ops.edgePolicyCheck'].example

suite('ops.edgePolicyCheck', () => {
  test('records the posture of the edge and stays pending', async () => {
    await using world = await World.start()
    const edge_policy_ref = 'ops_edge_policy:acme'
    const answer = await world.call('ops.edgePolicyCheck', { ...request, edge_policy_ref })
    assert.equal(answer.outcome, 'pending')
    assert.equal(answer.body.edge_policy, edge_policy_ref)
    assert.match(answer.body.route_surface, /^ops_route_surface:/)
    assert.match(answer.body.audit_retention, /^ops_audit_retention:/)
    assert.equal(answer.body.edge_posture_verified, true)
    assert.equal(answer.body.durable_state.record, edge_policy_ref)
  })

  test('a name used again is the next version of the record', async () => {
    await using world = await World.start()
    const named = { ...request, edge_policy_ref: 'ops_edge_policy:acme', route_surface_ref: 'routes:1' }
    await world.admits('ops.edgePolicyCheck', named)
    await world.admits('ops.edgePolicyCheck', { ...named, production_requested: true })
    const { commits } = await world.admits('commit.recent', {
      tenant: request.tenant,
      ref: 'ops_edge_policy:acme',
    })
    assert.deepEqual(
      commits.map(({ atoms }: { atoms: { version: number }[] }) => atoms[0]!.version),
      [2, 1],
    )
  })
})

test('refusals, in the order of the interface', async (t) => {
  await using world = await World.start()
  const refuses = refusing(t, world, 'ops.edgePolicyCheck', request)
  const edge = 'ops_edge_posture_missing'
  const audit = 'ops_audit_retention_insufficient'
  const fallback = 'ops_root_fallback_forbidden'
  await refuses('ops_raw_db_route_forbidden', { raw_db_route_requested: true, root_fallback_requested: true })
  await refuses('ops_raw_db_route_forbidden', { public_db_port_open: true })
  await refuses('customer_data_forbidden', { contains_customer_data: true, public_db_port_open: true })
  await refuses(fallback, { root_fallback_requested: true })
  await refuses(fallback, { auth_policy_ref: 'auth_policy:with_root_fallback', waf_profile: undefined })
  for (const field of [
    'auth_policy_ref',
    'access_provider',
    'tls_termination',
    'waf_profile',
    'rate_limit_profile',
    'route_manifest_hash',
  ]) {
    await refuses(edge, { [field]: undefined, audit_retention_days: 1 })
    await refuses(edge, { [field]: ' ' })
    await refuses(edge, { [field]: null })
  }
  await refuses(edge, { route_manifest_hash: 'md5:1' })
  await refuses(audit, { audit_retention_days: 29.9 })
  await refuses(audit, { audit_retention_days: undefined })
  await refuses(audit, { immutable_audit_log: undefined })
  await refuses(audit, { immutable_audit_log: false })
})
