import assert from 'node:assert/strict'
import { test } from 'node:test'
import { device, loginRequest, people, refusing, registerPasskey, World } from '@membrane/testkit'

const person = { tenant: 'tenant_node:fixture', subject: people.ada }
const name = 'auth.loginStart'

test('a start answers a challenge, and three records', async () => {
  await using world = await World.start()
  const { passkey_binding, credential_id_hash } = await registerPasskey(world, person, device())
  const answer = await world.call(name, { ...loginRequest(person), passkey_binding })
  assert.equal(answer.outcome, 'verified')
  const { body } = answer
  assert.equal(body.rate_limit_decision, 'allow')
  assert.match(body.challenge.id, /^human_auth_challenge:/)
  assert.equal(body.public_key_credential_request_options.rp_id, 'acme.example')
  assert.deepEqual(body.passkey_binding, { id: passkey_binding, credential_id_hash })
  assert.deepEqual(
    Object.entries<{ ref: string; kind: string }>(body.durable_records).map(([key, { ref, kind }]) => [
      key,
      ref,
      kind,
    ]),
    [
      ['rate_limit', body.auth_rate_limit_evaluation, 'auth_rate_limit_evaluation'],
      ['challenge', body.challenge.id, 'human_auth_challenge'],
      ['login_attempt', body.login_attempt, 'auth_login_attempt'],
    ],
  )
  assert.deepEqual(body.privacy_boundary, {
    raw_assertion_bytes_stored: false,
    raw_credential_id_stored: false,
    biometric_material_seen_by_gestalt: false,
    production_admission: false,
  })
})

test('a known and an unknown person or passkey are answered alike', async () => {
  await using world = await World.start()
  const { passkey_binding } = await registerPasskey(world, person, device())
  const known = await world.admits(name, { ...loginRequest(person), passkey_binding })
  const eve = { ...person, subject: people.eve }
  const unknown = await world.admits(name, { ...loginRequest(eve), passkey_binding: 'passkey_binding:none' })
  assert.deepEqual(shapeOf(unknown), shapeOf(known))
})

/** Names and types, but for what is constant. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}

test('a refused start issues nothing, and says so on record', async () => {
  await using world = await World.start()
  const refused = await world.refuses(name, 'auth_rate_limit_throttled', {
    ...loginRequest(person),
    attempt_count: 5,
  })
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '300')
  const { body } = refused
  assert.equal(body.challenge, null)
  assert.equal(body.login_attempt, null)
  assert.equal(body.public_key_credential_request_options, null)
  assert.equal(body.durable_records.rate_limit.ref, body.auth_rate_limit_evaluation)
  assert.equal(body.durable_records.challenge, null)
  assert.equal(body.raw_session_token_stored, false)
  assert.notEqual(refused.receipt.commit, null)
  await world.refuses(name, 'auth_rate_limit_locked', { ...loginRequest(person), attempt_count: 10 })
})

test('limits that contradict each other are refused by their fields', async () => {
  await using world = await World.start()
  const request = { ...loginRequest(person), lockout_threshold: 4 }
  const { body } = await world.refuses(name, 'auth_rate_limit_policy_malformed', request)
  assert.deepEqual(body.fields, [{ path: '/soft_limit', rule: 'must not be greater than lockout_threshold' }])
})

test('refusals', async (t) => {
  await using world = await World.start()
  const refuses = refusing(t, world, name, loginRequest(person))
  await refuses('auth_rate_limit_policy_malformed', { lockout_threshold: 4 })
  await refuses('auth_rate_limit_policy_malformed', { window_seconds: 1.5 })
  await refuses('human_auth_origin_refused', { origin: 'https://evil.example' })
  await refuses('raw_material_refused', { raw_user_agent: 'Mozilla' })
  await refuses('production_admission_closed', { production_login: true })
})
