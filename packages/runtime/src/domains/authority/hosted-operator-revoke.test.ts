import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureTokens, operations } from '@membrane/contract'
import { KeptStore, ManualClock, refusing, World } from '@membrane/testkit'

const name = 'authority.hostedOperator.revoke'
const tenant = 'tenant_node:acme'

test('a grant is revoked for ever', async (t) => {
  const clock = new ManualClock()
  await using world = await World.start({ clock, openStore: new KeptStore(clock.now).open })
  const token = fixtureTokens.primary
  const granted = await world.admits(
    'authority.hostedOperator.grant',
    operations['authority.hostedOperator.grant'].example,
    { token },
  )
  const { hosted_operator_grant, expires_at } = granted
  const request = { tenant, hosted_operator_grant, reason_hash: 'sha256:done', fixture: true }
  const refuses = refusing(t, world, name, request)
  await refuses('koerper_fixture_only', { fixture: undefined })
  await refuses('hosted_operator_grant_unknown', { hosted_operator_grant: 'hosted_operator_grant:none' })
  await refuses('hosted_operator_grant_unknown', { tenant: 'tenant_node:other' })
  const body = await world.admits(name, request)
  assert.equal(body.expires_at, expires_at)
  assert.equal(body.revocation_record, `${hosted_operator_grant}_revoked`)
  const again = await world.call(name, request)
  assert.equal(again.outcome, 'verified')
  assert.equal(again.body.stable_code, 'hosted_operator_grant_already_revoked')
})
