import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delegateMandate, grantStanding, refusing, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'

test('a revocation reaches every mandate below, and is final', async () => {
  await using world = await World.start()
  const { standing } = await grantStanding(world, tenant, ['invoice'])
  const mandate = await delegateMandate(world, tenant, standing, ['invoice'])
  const below = await delegateMandate(world, tenant, mandate, ['invoice.approve'])
  const request = { tenant, mandate, reason: 'ended', fixture: true }
  const body = await world.admits('mandate.revoke', request)
  assert.equal(body.revocation_record, `${mandate}_revoked`)
  assert.deepEqual(body.affected_mandates, [below])
  const again = await world.call('mandate.revoke', request)
  assert.equal(again.outcome, 'verified')
  assert.equal(again.body.stable_code, 'mandate_already_revoked')
})

test('refusals', async (t) => {
  await using world = await World.start()
  const request = { mandate: 'mandate:none', reason: 'ended', fixture: true }
  const refuses = refusing(t, world, 'mandate.revoke', request)
  await refuses('koerper_fixture_only', { fixture: undefined })
  await refuses('mandate_unknown')
})
