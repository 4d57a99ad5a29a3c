import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureTokens } from '@membrane/contract'
import { World } from '@membrane/testkit'

test('names the tenant of the bearer', async () => {
  await using world = await World.start()
  assert.equal((await world.admits('tenant.self')).tenant, 'tenant_node:fixture')
  const secondary = await world.admits('tenant.self', {}, { token: fixtureTokens.secondary })
  assert.equal(secondary.tenant, 'tenant_node:fixture_alternate')
  const issued = await world.session('tenant_node:acme')
  const own = await world.admits('tenant.self', {}, { token: issued })
  assert.equal(own.tenant, 'tenant_node:acme')
  assert.equal(own.productionAdmission, false)
})

test('a built-in session may look at any tenant, an issued one only at its own', async () => {
  await using world = await World.start()
  assert.equal((await world.admits('tenant.self', { tenant: 'tenant_node:acme' })).tenant, 'tenant_node:acme')
  const token = await world.session('tenant_node:acme')
  await world.refuses('tenant.self', 'tenant_mismatch', { tenant: 'tenant_node:other' }, { token })
})
