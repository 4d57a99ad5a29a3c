import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureTokens } from '@membrane/contract'
import {
  device,
  people,
  provePresence,
  refusing,
  registerPasskey,
  rehearsePresence,
  sessionRequest,
  World,
} from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const person = { tenant, subject: people.ada }
const name = 'auth.sessionIssue'

test('a session is issued to a person who was present, and ends when it said', async () => {
  await using world = await World.start()
  const human_presence_receipt = await rehearsePresence(world, person)
  const issued = await world.admits(name, {
    ...sessionRequest(person),
    human_presence_receipt,
    expires_in_seconds: 60,
  })
  assert.equal(issued.session_lifecycle, issued.session.replace('auth_session:', 'session_lifecycle:'))
  assert.equal(issued.signer.root_signing, 'fixture_root')
  assert.equal(issued.durable_commit.durable, world.runtime.store.durable)
  const token = issued.bearer_token
  world.clock.advance(59_999)
  await world.admits('tenant.self', {}, { token })
  world.clock.advance(1)
  await world.refuses('tenant.self', 'session_expired', {}, { token })
})

test('a guess is refused before anything is looked up', async () => {
  let claims = 0
  await using world = await World.start({
    store: (store) => {
      const claim = store.claim.bind(store)
      store.claim = (...args) => {
        claims++
        return claim(...args)
      }
      return store
    },
  })
  const human_presence_receipt = await rehearsePresence(world, person)
  const { bearer_token } = await world.admits(name, { ...sessionRequest(person), human_presence_receipt })
  const before = claims
  for (const at of [4, 20, 46, 48, 60]) {
    const other = bearer_token[at] === 'A' ? 'B' : 'A'
    const token = bearer_token.slice(0, at) + other + bearer_token.slice(at + 1)
    await world.refuses('tenant.self', 'token_tampered', {}, { token })
  }
  assert.equal(claims, before)
  await world.admits('tenant.self', {}, { token: bearer_token })
  assert.equal(claims, before + 1)
})

test('refusals', async (t) => {
  await using world = await World.start()
  const human_presence_receipt = await rehearsePresence(world, person)
  const request = { ...sessionRequest(person), human_presence_receipt }
  const refuses = refusing(t, world, name, request)
  await refuses('auth_session_fixture_prefix_required', { session: 'auth_session:production' })
  await refuses('auth_session_expiry_out_of_range', { expires_in_seconds: 100_000 })
  await refuses('human_presence_receipt_unknown', { human_presence_receipt: 'human_presence_receipt:none' })
  await refuses('human_presence_subject_mismatch', { actor: people.eve })
  await refuses('production_admission_closed', { production_session: true })
  await refuses('auth_session_already_exists', { session: 'auth_session:fixture_alternate' })
  await world.admits(name, request)
  await refuses('auth_session_already_exists', {})
  await world.admits(name, {
    ...request,
    tenant: 'tenant_node:other',
    human_presence_receipt: await elsewhere(world),
  })
  world.clock.advance(300_000)
  await refuses('human_presence_receipt_expired', {})
})

/** The same session ref in another tenant is another session. */
function elsewhere(world: World): Promise<string> {
  return rehearsePresence(world, { ...person, tenant: 'tenant_node:other' })
}

test('behind a real gate: an assertion of the actor, within the scopes of the caller', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const token = await world.session(tenant, { scopes: ['auth', 'standing'] })
  const primary = { token: fixtureTokens.primary }
  const rehearsed = await rehearsePresence(world, person, {}, primary)
  const request = { ...sessionRequest(person), human_presence_receipt: rehearsed, scopes: ['standing.claim'] }
  await world.refuses(name, 'bearer_required', request)
  await world.refuses(name, 'human_presence_webauthn_required', request, { token })

  const authenticator = device()
  const { passkey_binding } = await registerPasskey(world, person, authenticator, {
    token: await world.session(tenant, { actor: people.ada }),
  })
  const human_presence_receipt = await provePresence(world, person, authenticator)
  const present = { ...request, human_presence_receipt }
  await world.refuses(name, 'auth_session_scope_exceeded', { ...present, scopes: ['*'] }, { token })
  await world.refuses(name, 'human_presence_subject_mismatch', { ...present, actor: people.eve }, { token })
  await world.admits(name, present, { token })
  await world.admits(name, { ...request, session: 'auth_session:fixture_by_operator' }, primary)

  const receipt = await provePresence(world, person, authenticator, { scopes: ['passkey_lifecycle'] })
  await world.admits(
    'humanAuth.passkeyRevoke',
    {
      ...person,
      passkey_binding,
      human_presence_receipt: receipt,
      reason_hash: 'sha256:lost',
      enforce_runtime_overlay: true,
    },
    primary,
  )
  const dead = { ...present, session: 'auth_session:fixture_too_late' }
  await world.refuses(name, 'human_auth_passkey_revoked', dead, { token })
})
