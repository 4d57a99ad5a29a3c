import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logIn, people, refusing, rehearsePresence, sessionRequest, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const person = { tenant, subject: people.ada }
const name = 'auth.sessionRefresh'

async function signedIn(world: World, scopes?: readonly string[]) {
  const first = await logIn(world, person)
  const token = scopes === undefined ? first.bearer_token : await world.session(tenant, { scopes })
  const human_presence_receipt = await rehearsePresence(world, person)
  return { first, token, request: { ...sessionRequest(person), human_presence_receipt } }
}

test('a refresh adds a session and leaves the one before it', async () => {
  await using world = await World.start()
  const { first, token, request } = await signedIn(world)
  const next = await world.admits(name, request, { token })
  assert.equal(next.previous_session, first.session)
  assert.equal(next.previous_token_commitment, first.token_commitment)
  assert.equal(next.scope_expansion_allowed, false)
  assert.notEqual(next.bearer_token, token)
  await world.admits('tenant.self', {}, { token })
  const shown = await world.admits('auth.sessionInspect', {}, { token: next.bearer_token })
  assert.equal(shown.actor, people.ada)
})

test('scopes never widen', async () => {
  await using world = await World.start()
  const { token, request } = await signedIn(world, ['standing', 'economy.invoice'])
  const held = { holder_key: 'key_registry:testkit', device_binding: 'device_binding:testkit' }
  const refused = 'auth_session_refresh_scope_expansion_refused'
  for (const scopes of [['*'], ['economy'], ['standing', 'mandate'], ['standing_other']]) {
    await world.refuses(name, refused, { ...request, ...held, scopes }, { token })
  }
  const scopes = ['standing.claim', 'economy.invoice']
  await world.admits(name, { ...request, ...held, scopes }, { token })
})

test('refusals', async (t) => {
  await using world = await World.start()
  const { token, request } = await signedIn(world)
  const refuses = refusing(t, world, name, request, { token })
  await refuses('auth_session_fixture_prefix_required', { session: 'auth_session:x' })
  await refuses('auth_session_expiry_out_of_range', { expires_in_seconds: -1 })
  await refuses('auth_session_holder_mismatch', { holder_key: 'key_registry:other' })
  await refuses('auth_session_holder_mismatch', { device_binding: 'device_binding:other' })
  await refuses('human_presence_receipt_unknown', { human_presence_receipt: 'human_presence_receipt:none' })
  const ofEve = await rehearsePresence(world, { tenant, subject: people.eve })
  await refuses('human_presence_subject_mismatch', { human_presence_receipt: ofEve })
  await refuses('auth_session_already_exists', { session: 'auth_session:fixture_valid' })
  await world.refuses(name, 'tenant_mismatch', { ...request, tenant: 'tenant_node:other' }, { token })
  await world.refuses(name, 'auth_session_unknown', { ...request, tenant: 'tenant_node:other' })
  world.clock.advance(300_000)
  await refuses('human_presence_receipt_expired', {})
})

test('a built-in session refreshes into an issued one', async () => {
  await using world = await World.start()
  const { request } = await signedIn(world)
  const next = await world.admits(name, request)
  assert.equal(next.previous_session, 'auth_session:fixture_valid')
  const shown = await world.admits('auth.sessionInspect', {}, { token: next.bearer_token })
  assert.equal(shown.actor, 'human_person:fixture_valid')
})
