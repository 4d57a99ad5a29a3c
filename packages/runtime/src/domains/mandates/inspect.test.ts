import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delegateMandate, grantStanding, people, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'

test('shows the chain up to the standing, and what it is worth now', async () => {
  await using world = await World.start()
  const { standing } = await grantStanding(world, tenant, ['invoice'])
  const mandate = await delegateMandate(world, tenant, standing, ['invoice'], { expires_in_seconds: 60 })
  const below = await delegateMandate(world, tenant, mandate, ['invoice.approve'])
  const inspect = async () => (await world.admits('mandate.inspect', { mandate: below })).effective_status

  const shown = await world.admits('mandate.inspect', { mandate: below })
  assert.deepEqual(shown.authority_chain, [
    { ref: mandate, status: 'active', holder: people.bob, powers: ['invoice'] },
    { ref: standing, status: 'active', holder: people.ada, powers: ['invoice'] },
  ])
  assert.equal(await inspect(), 'active')
  world.clock.advance(60_000)
  assert.equal(await inspect(), 'suspended_by_source')
  assert.equal((await world.admits('mandate.inspect', { mandate })).effective_status, 'expired')
  await world.admits('mandate.revoke', { mandate: below, reason: 'ended', fixture: true })
  assert.equal(await inspect(), 'revoked')
})

test('a revoked standing suspends what rests on it; stored status stays', async () => {
  await using world = await World.start()
  const { standing } = await grantStanding(world, tenant)
  const mandate = await delegateMandate(world, tenant, standing, ['invoice'])
  await world.admits('standing.revoke', { standing, reason: 'left', fixture: true })
  const shown = await world.admits('mandate.inspect', { mandate })
  assert.equal(shown.status, 'active')
  assert.equal(shown.effective_status, 'suspended_by_source')
})

test('refusals', async () => {
  await using world = await World.start()
  await world.refuses('mandate.inspect', 'mandate_unknown', { mandate: 'mandate:none' })
})
