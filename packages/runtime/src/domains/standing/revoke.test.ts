import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delegateMandate, grantStanding, refusing, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'

test('a revocation names every mandate that rested on the standing, however deep', async () => {
  await using world = await World.start()
  const { standing } = await grantStanding(world, tenant, ['invoice'])
  const mandate = await delegateMandate(world, tenant, standing, ['invoice.approve'])
  const below = await delegateMandate(world, tenant, mandate, ['invoice.approve.small'])
  for (const enforced of [false, true]) await world.session(tenant, { standing, revoked: true, enforced })
  const body = await world.admits('standing.revoke', { tenant, standing, reason: 'left', fixture: true })
  assert.equal(body.revocation_record, `${standing}_revoked`)
  assert.deepEqual(body.affected_mandates, [mandate, below])
  assert.equal(body.affected_mandate_count, 2)
  assert.equal(body.affected_session_count, 1, 'a revocation that is not enforced leaves a session usable')
})

test('a repeat is verified and commits nothing', async () => {
  await using world = await World.start()
  const { standing } = await grantStanding(world, tenant)
  const request = { tenant, standing, reason: 'left', fixture: true }
  await world.admits('standing.revoke', request)
  const again = await world.call('standing.revoke', request)
  assert.equal(again.outcome, 'verified')
  assert.equal(again.body.stable_code, 'standing_already_revoked')
  assert.equal(again.receipt.commit, null)
})

test('the reason is kept as its hash alone', async () => {
  await using world = await World.start()
  const { standing } = await grantStanding(world, tenant)
  await world.admits('standing.revoke', { tenant, standing, reason: 'sensitive words', fixture: true })
  const commits = await world.runtime.store.commitsFrom(tenant, 0, 100)
  const kept = commits.map(
    ({ leaf, atoms }) => Buffer.from(leaf).toString() + atoms.map(({ state }) => state).join(''),
  )
  assert.ok(!kept.join('').includes('sensitive words'))
})

test('refusals', async (t) => {
  await using world = await World.start()
  const request = { standing: 'standing_grant:none', reason: 'left', fixture: true }
  const refuses = refusing(t, world, 'standing.revoke', request)
  await refuses('koerper_fixture_only', { fixture: undefined })
  await refuses('standing_unknown')
})
