import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { operations } from '@membrane/contract'
import { device, people, refusing, registerPasskey, registration, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const name = 'humanAuth.importPasskey'
const request = { ...operations[name].example, tenant, subject: people.ada }

test('an import is unproven, and holds no credential against its owner', async () => {
  await using world = await World.start()
  const authenticator = device()
  const body = await registration(world, { tenant, subject: people.ada }, authenticator)
  const id = authenticator.held[0]!.id
  const credential_id_hash = `sha256:${createHash('sha256').update(id).digest('hex')}`
  const imported = await world.admits(name, { ...request, subject: people.eve, credential_id_hash })
  assert.equal(imported.status, 'unproven')
  assert.equal(imported.durable_record.ref, imported.passkey_binding)
  await world.admits('humanAuth.registerPasskey', body)
  await world.refuses(name, 'human_auth_passkey_already_bound', { ...request, credential_id_hash })
})

test('refusals', async (t) => {
  await using world = await World.start()
  const refuses = refusing(t, world, name, request)
  const point = String(operations[name].example.public_key_uncompressed_hex)
  const invalid = 'human_auth_passkey_public_key_invalid'
  const { public_key_hash } = await world.admits(name, request)
  await world.admits(name, { ...request, public_key_hash, public_key_uncompressed_hex: point.toUpperCase() })

  await refuses(invalid, { public_key_algorithm: 'RS256' })
  await refuses(invalid, { public_key_algorithm: undefined })
  await refuses(invalid, { public_key_uncompressed_hex: undefined })
  await refuses(invalid, { public_key_hash: '' })
  await refuses(invalid, { public_key_uncompressed_hex: point.slice(2) })
  await refuses(invalid, { public_key_uncompressed_hex: `${point.slice(0, -1)}6` })
  await refuses(invalid, { public_key_uncompressed_hex: `02${point.slice(2, 66)}` })
  await refuses(invalid, { public_key_hash: `sha256:${'0'.repeat(64)}` })
  await refuses(invalid, { public_key_hash: 'sha256:short' })
  await refuses('hash_malformed', { credential_id_hash: 'sha256:short' })
  await refuses('koerper_fixture_only', { fixture: false })
})

test('behind a real gate: a session of the subject, or the token of the new tenant, once', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const { enrolment_token } = await world.admits('tenant.create', { requested_tenant: 'tenant_node:new' })
  const own = { ...request, tenant: 'tenant_node:new' }
  await world.refuses(name, 'human_auth_enrolment_required', own)
  const keyless = { public_key_uncompressed_hex: undefined, public_key_algorithm: '', public_key_hash: 'x' }
  await world.refuses(name, 'human_auth_enrolment_required', { ...own, ...keyless })
  await world.admits(name, { ...own, enrolment_token })
  await world.refuses(name, 'human_auth_enrolment_required', { ...own, enrolment_token })
  await world.admits(name, own, { token: await world.session('tenant_node:new', { actor: people.ada }) })
  await registerPasskey(world, { tenant, subject: people.eve }, device(), {
    token: await world.session(tenant, { actor: people.eve }),
  })
})
