import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@membrane/contract'
import { people, refusing, signingKey, World } from '@membrane/testkit'

const name = 'authority.keyRotate'
const tenant = 'tenant_node:acme'
const { example } = operations[name]
const key = 'key_registry:laptop'

test('sessions of the old key are named, stand in the overlap, and are refused after it', async () => {
  await using world = await World.start()
  const token = await world.session(tenant, { holder_key: key })
  await world.session(tenant, { holder_key: key, revoked: true, enforced: true })
  await world.session(tenant, { holder_key: key, revoked: true, enforced: false })
  await world.session(tenant, { holder_key: key, expires_at: new Date(world.clock.now()).toISOString() })
  const other = await world.session(tenant, { holder_key: 'key_registry:phone' })
  const human_presence_receipt = await world.presence(tenant)
  const { public_key_uncompressed_hex, public_key_hash } = signingKey()
  const body = await world.admits(name, { ...example, public_key_uncompressed_hex, human_presence_receipt })
  assert.equal(body.stale_session_count, 2)
  assert.equal(body.stale_sessions.length, 2)
  assert.equal(body.public_key_hash, public_key_hash)
  assert.equal(body.overlap_expires_at, new Date(world.clock.now() + 3_600_000).toISOString())
  assert.equal((await world.admits('auth.sessionInspect', {}, { token })).stale_key, true)
  assert.equal((await world.admits('auth.sessionInspect', {}, { token: other })).stale_key, false)
  world.clock.advance(3_599_999)
  await world.admits('tenant.self', {}, { token })
  world.clock.advance(1)
  const late = await world.session(tenant, { holder_key: key })
  await world.refuses('tenant.self', 'auth_session_stale_key', {}, { token: late })
  const { counts } = await world.admits('m7.state', { tenant })
  assert.equal(counts.keyRotations, 1)
  assert.equal(counts.keyRegistries, 1)
  await world.refuses('tenant.self', 'session_expired', {}, { token: other })
})

test('without an overlap the old key ends at once', async () => {
  await using world = await World.start()
  const token = await world.session(tenant, { holder_key: key })
  const human_presence_receipt = await world.presence(tenant)
  await world.admits(name, { ...example, human_presence_receipt, overlap_seconds: 0 })
  await world.refuses('standing.claim', 'auth_session_stale_key', operations['standing.claim'].example, {
    token,
  })
})

test('refusals', async (t) => {
  await using world = await World.start()
  const { public_key_uncompressed_hex: hex } = signingKey()
  const human_presence_receipt = await world.presence(tenant)
  const request = { ...example, public_key_uncompressed_hex: hex, human_presence_receipt }
  const refuses = refusing(t, world, name, request)
  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('authority_key_public_key_invalid', { public_key_uncompressed_hex: `04${'1'.repeat(128)}` })
  await refuses('authority_key_public_key_invalid', { public_key_algorithm: 'RS256' })
  await refuses('human_presence_required', { human_presence_receipt: undefined })
  await refuses('human_presence_receipt_unknown', { human_presence_receipt: 'human_presence_receipt:none' })
  await refuses('authority_key_unchanged', { replacement_key: key })
  await refuses('request_malformed', { overlap_seconds: 604_801 })
  await refuses('request_malformed', { overlap_seconds: -1 })
  await world.admits(name, request)
  await refuses('authority_key_already_rotated')
  const next = { key: 'key_registry:laptop_2', replacement_key: 'key_registry:laptop_3' }
  await refuses('authority_key_unchanged', next)
  const { public_key_uncompressed_hex } = signingKey()
  await refuses('authority_key_already_rotated', {
    ...next,
    replacement_key: key,
    public_key_uncompressed_hex,
  })
  await refuses('authority_key_already_rotated', { key: 'key_registry:phone' })
  await world.admits(name, { ...request, ...next, public_key_uncompressed_hex })
  world.clock.advance(300_000)
  await refuses('human_presence_receipt_expired')
})

test('behind a real gate a key is rotated by its holder', async (t) => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const token = await world.session(tenant, { actor: people.eve, holder_key: 'key_registry:phone' })
  await world.session(tenant, { actor: people.ada, holder_key: key })
  const human_presence_receipt = await world.presence(tenant, { subject: people.eve })
  const request = { ...example, human_presence_receipt }
  const refuses = refusing(t, world, name, request, { token })
  const ofAda = await world.presence(tenant, { subject: people.ada })
  await refuses('human_presence_subject_mismatch', { human_presence_receipt: ofAda })
  await refuses('authority_key_holder_mismatch')
  await refuses('authority_key_holder_mismatch', { key: 'key_registry:phone', replacement_key: key })
  const expires_at = new Date(world.clock.now()).toISOString()
  const over = { actor: people.ada, holder_key: 'key_registry:old', expires_at }
  await world.session(tenant, over)
  await refuses('authority_key_holder_mismatch', { key: 'key_registry:old' })
  await world.admits(name, { ...request, key: 'key_registry:phone' }, { token })

  const ada = { token: await world.session(tenant, { actor: people.ada, holder_key: 'key_registry:desk' }) }
  const { public_key_uncompressed_hex } = signingKey()
  const onward = { ...request, public_key_uncompressed_hex, key: example.replacement_key }
  const stolen = { ...onward, replacement_key: 'key_registry:laptop_3', human_presence_receipt: ofAda }
  await world.refuses(name, 'authority_key_holder_mismatch', stolen, ada)
})
