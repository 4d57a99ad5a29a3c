import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { RateLimitEvaluation, ratePolicyExample } from '@membrane/contract'
import { loginRequest, people, refusing, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const person = { tenant, subject: people.ada }
const name = 'auth.rateLimitEvaluate'
const request = {
  ...person,
  route: '/v1/auth/login/start',
  action: 'login',
  ...ratePolicyExample,
  fixture: true,
  production_login: false,
}

test('the rule: lockout from the threshold, throttle from the soft limit, else allow', async () => {
  await using world = await World.start()
  const limit = fc.integer({ min: 1, max: 20 })
  const counts = fc.record({ attempt_count: fc.integer({ min: 0, max: 25 }), a: limit, b: limit })
  await fc.assert(
    fc.asyncProperty(counts, async ({ attempt_count, a, b }) => {
      const limits = { soft_limit: Math.min(a, b), lockout_threshold: Math.max(a, b) }
      const { status, body } = await world.call(name, { ...request, attempt_count, ...limits })
      if (attempt_count >= limits.lockout_threshold) {
        assert.deepEqual([status, body.decision, body.retry_after_seconds], [429, 'lockout', 900])
      } else if (attempt_count >= limits.soft_limit) {
        assert.deepEqual([status, body.decision, body.retry_after_seconds], [429, 'throttle', 300])
      } else {
        assert.deepEqual([status, body.decision, body.retry_after_seconds], [200, 'allow', 0])
      }
    }),
    { numRuns: 60 },
  )
})

test('a refusal is on record, and carries the whole body beside its keys', async () => {
  await using world = await World.start()
  const answer = await world.refuses(name, 'auth_rate_limit_throttled', { ...request, attempt_count: 5 })
  assert.equal(answer.status, 429)
  assert.equal(answer.headers.get('retry-after'), '300')
  const { auth_rate_limit_evaluation, durable_state, guard_rule, detail, ...body } = answer.body
  assert.equal(detail, guard_rule)
  assert.deepEqual(body, {
    refusal_code: 'auth_rate_limit_throttled',
    failed_gate: 'auth_rate_limit_throttled',
    stable_code: 'auth_rate_limit_throttled',
    category: 'rate_limit',
    retryable: true,
    retry_after_seconds: 300,
    policy: ratePolicyExample.policy_ref,
    subject: people.ada,
    route: '/v1/auth/login/start',
    action: 'login',
    decision: 'throttle',
    allowed: false,
    source_ip_hash: 'sha256:address',
    device_binding: ratePolicyExample.device_binding,
    source_ip_raw_stored: false,
    raw_user_agent_stored: false,
    raw_credential_id_stored: false,
    raw_biometric_material_stored: false,
    raw_session_token_stored: false,
    database_locator_exposed: false,
    enforced_in_runtime_overlay: false,
    production_login: false,
    production_admission: false,
  })
  assert.equal(durable_state.record, auth_rate_limit_evaluation)
  assert.equal(durable_state.commit, answer.receipt.commit)
  const kept = await world.record(tenant, RateLimitEvaluation, auth_rate_limit_evaluation)
  assert.equal(kept?.decision, 'throttle')
  const { commits } = await world.admits('commit.recent', {})
  assert.equal(commits[0].commit, answer.receipt.commit)
  assert.equal(commits[0].outcome, 'refused')
})

test('a decision in force stops the subject on that device, for its time and a day at most', async () => {
  await using world = await World.start()
  const enforcing = { ...request, enforce_runtime_overlay: true }
  const allowed = await world.admits(name, enforcing)
  assert.equal(allowed.enforced_in_runtime_overlay, false)
  await world.refuses(name, 'auth_rate_limit_locked', { ...enforcing, attempt_count: 10 })
  await world.refuses(name, 'auth_rate_limit_throttled', { ...enforcing, attempt_count: 5 })
  const start = loginRequest(person)
  world.clock.advance(899_500)
  const { body } = await world.refuses('auth.loginStart', 'auth_rate_limit_locked', start)
  assert.equal(body.retry_after_seconds, 1)
  assert.equal(body.rate_limit_decision, 'lockout')
  await world.admits('auth.loginStart', { ...start, device_binding: 'device_binding:phone' })
  await world.admits('auth.loginStart', { ...start, subject: people.eve })
  world.clock.advance(500)
  await world.admits('auth.loginStart', start)

  const forever = { ...enforcing, attempt_count: 10, lockout_seconds: Number.MAX_SAFE_INTEGER }
  await world.refuses(name, 'auth_rate_limit_locked', forever)
  world.clock.advance(86_400_000)
  await world.admits('auth.loginStart', start)
})

test('the server counts by itself where it is told to', async () => {
  await using world = await World.start({ settings: { MEMBRANE_ATTEMPT_COUNTING: 'on' } })
  for (let attempt = 0; attempt < 5; attempt++) await world.admits(name, request)
  for (let attempt = 5; attempt < 10; attempt++)
    await world.refuses(name, 'auth_rate_limit_throttled', request)
  await world.refuses(name, 'auth_rate_limit_locked', request)
  await world.admits(name, { ...request, route: '/other' })
  await world.admits(name, { ...request, subject: people.eve })
  await world.admits(name, { ...request, tenant: 'tenant_node:other' })
  world.clock.advance(300_000)
  await world.admits(name, request)
})

test('attempts at the same moment are all counted', async () => {
  await using world = await World.start({ settings: { MEMBRANE_ATTEMPT_COUNTING: 'on' } })
  const answers = await Promise.all(Array.from({ length: 12 }, () => world.call(name, request)))
  const decisions = answers.map(({ body }) => body.decision)
  assert.equal(decisions.filter((decision) => decision === 'allow').length, 5)
  assert.equal(decisions.filter((decision) => decision === 'lockout').length, 2)
})

test('a policy must make sense', async (t) => {
  await using world = await World.start()
  const contradiction = { ...request, soft_limit: 11 }
  const { body } = await world.refuses(name, 'auth_rate_limit_policy_malformed', contradiction)
  assert.deepEqual(body.fields, [{ path: '/soft_limit', rule: 'must not be greater than lockout_threshold' }])
  const refuses = refusing(t, world, name, request)
  const malformed = 'auth_rate_limit_policy_malformed'
  await refuses(malformed, { soft_limit: 11 })
  await refuses(malformed, { soft_limit: 0 })
  await refuses(malformed, { attempt_count: -1 })
  await refuses(malformed, { attempt_count: 1.5 })
  await refuses(malformed, { window_seconds: 0 })
  await refuses(malformed, { lockout_seconds: undefined })
  await refuses('raw_material_refused', { raw_ip_address: '192.0.2.1' })
  await refuses('hash_malformed', { source_ip_hash: '192.0.2.1' })
  await refuses('production_admission_closed', { production_login: true })
})
