import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusing, World } from '@membrane/testkit'

test('records a candidate and says how its key is held', async () => {
  await using world = await World.start()
  const request = {
    requested_tenant: 'tenant_node:acme',
    host: 'Acme.Example.',
    company: 'company_geist:acme',
  }
  const body = await world.admits('tenant.create', request)
  assert.equal(body.tenant, 'tenant_node:acme')
  assert.equal(body.host, 'acme.example')
  assert.equal(body.status, 'candidate')
  assert.equal(body.tenant_key_custody, 'not_provisioned')
  assert.equal(body.tenant_key_custody_bound, false)
  assert.equal(body.raw_customer_data_stored, false)
  const [entry] = (await world.admits('commit.recent', { tenant: 'tenant_node:acme' })).commits
  assert.equal(entry.operation, 'tenant.create')
})

test('a custody attestation is referenced, and a tenant without a name gets one', async () => {
  await using world = await World.start()
  const body = await world.admits('tenant.create', { key_custody_attestation: 'evidence_bundle:custody' })
  assert.match(body.tenant, /^tenant_node:/)
  assert.equal(body.tenant_key_custody, 'referenced_not_provisioned')
  assert.equal(body.tenant_key_custody_bound, true)
})

test('one of many racing for a host wins', async () => {
  await using world = await World.start()
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      world.call('tenant.create', { requested_tenant: `tenant_node:t${at}`, host: 'shared.example' }),
    ),
  )
  assert.equal(answers.filter(({ outcome }) => outcome === 'admitted').length, 1)
})

test('behind a real gate nobody onboards a tenant that already has a life', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const token = 'membrane-fixture-session-primary'
  const used = 'tenant_node:used'
  await world.admits('company.bootstrap', { tenant: used }, { token })
  const code = 'tenant_onboarding_existing_tenant_refused'
  for (const requested_tenant of [used, 'tenant_node:fixture', 'tenant_node:fixture_alternate']) {
    await world.refuses('tenant.create', code, { requested_tenant }, { token: '' })
  }
  await world.admits('tenant.create', { requested_tenant: used }, { token })
  const begun = 'tenant_node:begun'
  await world.admits('humanAuth.challenge', { tenant: begun }, { token: '' })
  await world.admits('tenant.create', { requested_tenant: begun }, { token: '' })
})

test('refusals', async (t) => {
  await using world = await World.start()
  await world.admits('tenant.create', { requested_tenant: 'tenant_node:acme', host: 'acme.example' })
  const refuses = refusing(t, world, 'tenant.create', {
    requested_tenant: 'tenant_node:new',
    host: 'new.example',
  })
  await refuses('tenant_onboarding_raw_payload_refused', { raw_customer_payload: { name: 'x' } })
  await refuses('tenant_onboarding_raw_payload_refused', {
    raw_customer_payload: 0,
    requested_tenant: 'company:x',
  })
  await refuses('tenant_onboarding_invalid_tenant_ref', { requested_tenant: 'company_geist:acme' })
  await refuses('tenant_onboarding_existing_tenant_refused', { requested_tenant: 'tenant_node:acme' })
  await refuses('tenant_onboarding_host_conflict', { host: 'ACME.example.' })
  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('customer_data_forbidden', { contains_customer_data: true })
})
