import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { fixtureTokens, operations, PasskeyBinding, ratePolicyExample, Session } from '@membrane/contract'
import {
  device,
  logIn,
  loginInProgress,
  loginRequest,
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
const name = 'auth.loginFinish'

test('a login issues a session whose token opens it at once', async () => {
  await using world = await World.start()
  const authenticator = device()
  await registerPasskey(world, person, authenticator)
  const answer = await logIn(world, person, authenticator)
  assert.match(answer.bearer_token, /^mbx_[\w-]{43}_[\w-]{22}$/)
  assert.equal(answer.token_commitment, `sha256:${hash('sha256', answer.bearer_token)}`)
  assert.equal(answer.durable_state.record, answer.session)
  assert.equal(answer.satisfies_sensitive_approval_requirement, true)
  assert.equal(answer.standing_created, false)
  const { session } = await world.admits('auth.sessionInspect', {}, { token: answer.bearer_token })
  assert.equal(session, answer.session)
  const kept = await world.record(tenant, Session, session)
  assert.ok(!JSON.stringify(kept).includes(answer.bearer_token))
  const health = (await (await world.fetch('/health')).json()) as { sessions: number }
  assert.equal(health.sessions, 1)
})

test('a replay under an idempotency key never shows the token again', async () => {
  await using world = await World.start()
  const body = await loginInProgress(world, person)
  const headers = { 'idempotency-key': 'once' }
  const first = await world.call(name, body, { headers })
  const second = await world.call(name, body, { headers })
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.equal(second.body.bearer_token, null)
  assert.equal(second.body.stable_code, 'bearer_token_already_issued')
  assert.equal(second.body.token_commitment, first.body.token_commitment)
})

test('everything that a login relies on', async (t) => {
  await using world = await World.start()
  const body = await loginInProgress(world, person)
  const refuses = refusing(t, world, name, body)
  await refuses('auth_session_fixture_prefix_required', { session: 'auth_session:real' })
  await refuses('auth_session_fixture_prefix_required', { session: '' })
  await refuses('auth_session_expiry_out_of_range', { expires_in_seconds: 0 })
  await refuses('auth_session_expiry_out_of_range', { expires_in_seconds: 86_401 })
  await refuses('auth_session_expiry_out_of_range', { expires_in_seconds: 1.5 })
  await refuses('production_admission_closed', { production_session: true })

  const mismatch = 'auth_login_challenge_mismatch'
  await refuses(mismatch, { login_challenge: 'human_auth_challenge:none' })
  await refuses(mismatch, { login_challenge: 'something:else' })
  await refuses(mismatch, { actor: people.eve })
  await refuses(mismatch, { tenant: 'tenant_node:other' })
  const { challenge } = await world.admits('humanAuth.challenge', person)
  await refuses(mismatch, { login_challenge: challenge })

  await refuses('human_presence_receipt_unknown', { human_presence_receipt: 'human_presence_receipt:none' })
  const match = { ...operations['humanAuth.faceMatchFallback'].example, ...person }
  const { cpuFaceMatchReceipt } = await world.admits('humanAuth.faceMatchFallback', match)
  await refuses('human_presence_receipt_unknown', { human_presence_receipt: cpuFaceMatchReceipt })
  const uncalled = await world.presence(tenant, { subject: people.ada })
  await refuses('human_presence_receipt_unknown', { human_presence_receipt: uncalled })
  const ofEve = await rehearsePresence(world, { tenant, subject: people.eve })
  await refuses('human_presence_subject_mismatch', { human_presence_receipt: ofEve })
  const other = await rehearsePresence(world, person, { passkey_binding: 'passkey_binding:one' })
  const named = { human_presence_receipt: other, passkey_binding: 'passkey_binding:two' }
  await refuses('auth_login_passkey_mismatch', named)

  const missing = 'auth_rate_limit_evaluation_missing'
  await refuses(missing, { auth_rate_limit_evaluation: 'auth_rate_limit_evaluation:none' })
  const evaluation = { ...person, route: 'x', action: 'login', ...ratePolicyExample, fixture: true }
  const refused = await world.call('auth.rateLimitEvaluate', { ...evaluation, attempt_count: 7 })
  await refuses(missing, { auth_rate_limit_evaluation: refused.body.auth_rate_limit_evaluation })
  const eves = await world.admits('auth.rateLimitEvaluate', { ...evaluation, subject: people.eve })
  await refuses(missing, { auth_rate_limit_evaluation: eves.auth_rate_limit_evaluation })
  const brief = await world.admits('auth.rateLimitEvaluate', { ...evaluation, window_seconds: 1 })
  world.clock.advance(1000)
  await refuses(missing, { auth_rate_limit_evaluation: brief.auth_rate_limit_evaluation })
  await refuses('auth_session_already_exists', { session: 'auth_session:fixture_valid' })

  const { session } = await world.admits(name, body)
  await refuses('human_auth_challenge_replayed', {})
  const next = await loginInProgress(world, person)
  const consumed = { ...next, human_presence_receipt: body.human_presence_receipt }
  await refuses('human_presence_receipt_consumed', consumed)
  const spent = { ...next, auth_rate_limit_evaluation: body.auth_rate_limit_evaluation }
  await refuses(missing, spent)
  await refuses('auth_session_already_exists', { ...next, session })
  await world.admits(name, next)
})

test('what is late', async () => {
  await using world = await World.start()
  const body = await loginInProgress(world, person)
  world.clock.advance(300_000)
  await world.refuses(name, 'human_presence_receipt_expired', body)
  const started = await world.admits('auth.loginStart', loginRequest(person))
  world.clock.advance(300_000)
  const human_presence_receipt = await rehearsePresence(world, person)
  const late = { ...body, human_presence_receipt, login_challenge: started.challenge.id }
  await world.refuses(name, 'human_auth_challenge_expired', late)
})

test('a finished login forgives the attempts before it', async () => {
  await using world = await World.start({ settings: { MEMBRANE_ATTEMPT_COUNTING: 'on' } })
  const start = loginRequest(person)
  for (let attempt = 0; attempt < 4; attempt++) await world.admits('auth.loginStart', start)
  await logIn(world, person)
  for (let attempt = 0; attempt < 5; attempt++) await world.admits('auth.loginStart', start)
  await world.refuses('auth.loginStart', 'auth_rate_limit_throttled', start)
})

test('races: one challenge, one receipt and one allowance each make one session', async (t) => {
  await using world = await World.start()
  const racing = async (bodies: readonly object[]): Promise<number> => {
    const answers = await Promise.all(bodies.map((body) => world.call(name, body)))
    return answers.filter(({ outcome }) => outcome === 'admitted').length
  }
  const many = (): Promise<Record<string, unknown>[]> =>
    Promise.all(Array.from({ length: 6 }, () => loginInProgress(world, person)))
  for (const shared of [
    'login_challenge',
    'human_presence_receipt',
    'auth_rate_limit_evaluation',
    'session',
  ]) {
    await t.test(shared, async () => {
      const bodies = await many()
      const value = bodies[0]![shared]
      assert.equal(await racing(bodies.map((body) => ({ ...body, [shared]: value }))), 1)
    })
  }
  const body = await loginInProgress(world, person)
  assert.equal(await racing(Array.from({ length: 8 }, () => body)), 1)
})

test('behind a real gate: an assertion over the actor’s own live passkey, and no scope beyond the start', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const authenticator = device()
  const own = await world.session(tenant, { actor: people.ada })
  const { passkey_binding } = await registerPasskey(world, person, authenticator, { token: own })
  const body = await loginInProgress(world, person, authenticator)
  const primary = { token: fixtureTokens.primary }

  const rehearsed = await rehearsePresence(world, person, {}, primary)
  const without = { ...body, human_presence_receipt: rehearsed }
  await world.refuses(name, 'human_presence_webauthn_required', without)
  const stray = await world.presence(tenant, {
    ceremony: 'webauthn',
    subject: people.ada,
    challenge: 'human_auth_challenge:gone',
  })
  await world.refuses(name, 'human_presence_webauthn_required', { ...body, human_presence_receipt: stray })
  await world.refuses(name, 'auth_session_scope_exceeded', { ...body, scopes: ['tenant', 'economy'] })
  await world.admits(name, body)

  const scoped = await world.admits('auth.loginStart', { ...loginRequest(person), scopes: ['economy'] })
  const presence = await provePresence(world, person, authenticator)
  const narrow = {
    ...body,
    login_challenge: scoped.challenge.id,
    auth_rate_limit_evaluation: scoped.auth_rate_limit_evaluation,
    human_presence_receipt: presence,
    session: 'auth_session:fixture_narrow',
  }
  await world.refuses(name, 'auth_session_scope_exceeded', narrow)

  const scopes = ['passkey_revoke']
  const receipt = await provePresence(world, person, authenticator, { scopes })
  const revocation = {
    ...person,
    passkey_binding,
    human_presence_receipt: receipt,
    reason_hash: 'sha256:lost',
    enforce_runtime_overlay: true,
  }
  await world.admits('humanAuth.passkeyRevoke', revocation, { token: own })
  assert.equal((await world.record(tenant, PasskeyBinding, passkey_binding))?.status, 'revoked')
  await world.refuses(name, 'human_auth_passkey_revoked', { ...narrow, scopes: ['economy'] })
})

test('behind a real gate a built-in session signs people in from a rehearsal', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const primary = { token: fixtureTokens.primary }
  const started = await world.admits('auth.loginStart', loginRequest(person))
  const human_presence_receipt = await rehearsePresence(world, person, {}, primary)
  const body = {
    ...sessionRequest(person),
    human_presence_receipt,
    login_challenge: started.challenge.id,
    auth_rate_limit_evaluation: started.auth_rate_limit_evaluation,
  }
  await world.refuses(name, 'human_presence_webauthn_required', body)
  await world.admits(name, body, primary)
})

test('behind a real gate a caller gives no more than their own scopes', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const authenticator = device()
  const own = await world.session(tenant, { actor: people.ada })
  await registerPasskey(world, person, authenticator, { token: own })
  const body = await loginInProgress(world, person, authenticator)
  const narrow = { token: await world.session(tenant, { actor: people.ada, scopes: ['commit.recent'] }) }
  await world.refuses(name, 'auth_session_scope_exceeded', body, narrow)
  await world.refuses(name, 'auth_session_scope_exceeded', { ...body, scopes: ['commit'] }, narrow)
  const wide = { token: await world.session(tenant, { actor: people.ada, scopes: ['*'] }) }
  await world.admits(name, body, wide)
})

test('a finished login leaves no challenge that could be answered', async () => {
  await using world = await World.start()
  const started = await world.admits('auth.loginStart', loginRequest(person))
  const challenge = started.challenge.id
  const body = {
    ...sessionRequest(person),
    human_presence_receipt: await rehearsePresence(world, person),
    login_challenge: challenge,
    auth_rate_limit_evaluation: started.auth_rate_limit_evaluation,
  }
  await world.admits(name, body)
  await world.refuses('humanAuth.verifyPasskey', 'human_auth_challenge_replayed', { ...person, challenge })
})
