import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureTokens } from '@membrane/contract'
import { logIn, people, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const person = { tenant, subject: people.ada }
const name = 'authority.sessionRevoke'
const durable = process.env.MEMBRANE_TEST_STORE === 'postgres'

test('with the overlay the bearer is dead at the next call', async () => {
  await using world = await World.start()
  const { session, bearer_token: token } = await logIn(world, person)
  const answer = await world.admits(name, { tenant, session, enforce_runtime_overlay: true })
  assert.equal(answer.revoked, true)
  assert.equal(answer.enforced_in_runtime_overlay, true)
  assert.equal(answer.durable_commit.commit, answer.durable_state.commit)
  await world.refuses('tenant.self', 'session_revoked', {}, { token })
  const health = (await (await world.fetch('/health')).json()) as { sessions: number }
  assert.equal(health.sessions, 0)
})

test('without it the bearer works on; a repeat is verified, and may enforce', async () => {
  await using world = await World.start()
  const { session, bearer_token: token } = await logIn(world, person)
  await world.admits(name, { tenant, session })
  assert.equal((await world.admits('auth.sessionInspect', {}, { token })).revoked, true)
  const repeat = await world.call(name, { tenant, session })
  assert.deepEqual([repeat.outcome, repeat.body.stable_code], ['verified', 'auth_session_already_revoked'])
  assert.equal(repeat.body.durable_commit, null)
  assert.equal(repeat.body.enforced_in_runtime_overlay, false)
  const enforcing = await world.call(name, { tenant, session, enforce_runtime_overlay: true })
  assert.deepEqual([enforcing.outcome, enforcing.body.enforced_in_runtime_overlay], ['verified', true])
  assert.notEqual(enforcing.body.durable_commit, null)
  await world.refuses('tenant.self', 'session_revoked', {}, { token })
  const last = await world.call(name, { tenant, session })
  assert.deepEqual([last.outcome, last.body.enforced_in_runtime_overlay], ['verified', true])
})

test('a session is revoked in its own tenant alone', async () => {
  await using world = await World.start()
  const { session, bearer_token: token } = await logIn(world, person)
  const elsewhere = { tenant: 'tenant_node:other', session, enforce_runtime_overlay: true }
  await world.refuses(name, 'auth_session_unknown', elsewhere)
  await world.refuses(name, 'auth_session_unknown', { ...elsewhere, session: 'auth_session:fixture_valid' })
  await world.admits('tenant.self', {}, { token })
})

test(
  'in memory a built-in session can be revoked by anybody, until the next start',
  { skip: durable },
  async () => {
    await using world = await World.start()
    const session = 'auth_session:fixture_valid'
    await world.admits(name, { tenant, session })
    assert.equal((await world.admits('auth.sessionInspect')).revoked, true)
    await world.admits(name, { tenant, session, enforce_runtime_overlay: true })
    await world.refuses('tenant.self', 'session_revoked')
    await world.admits('tenant.self', {}, { token: fixtureTokens.secondary })
  },
)

test('in a durable store it is revoked by its own bearer alone', async () => {
  await using world = await World.start({
    store: (store) =>
      new Proxy(store, { get: (target, key) => (key === 'durable' ? true : bound(target, key)) }),
  })
  const request = { tenant, session: 'auth_session:fixture_valid', enforce_runtime_overlay: true }
  await world.refuses(name, 'auth_session_built_in_protected', request)
  await world.refuses(name, 'auth_session_built_in_protected', request, { token: fixtureTokens.secondary })
  await world.admits(name, request, { token: fixtureTokens.primary })
  await world.refuses('tenant.self', 'session_revoked')
})

function bound(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key, target)
  return typeof value === 'function' ? (value.bind(target) as unknown) : value
}

test('behind a real gate one’s own session needs no scope, another’s does', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const session = 'auth_session:fixture_testkit_1'
  const token = await world.session(tenant, { scopes: [] })
  const meddler = await world.session(tenant, { scopes: ['standing'] })
  const officer = await world.session(tenant, { scopes: ['authority.sessionRevoke'] })
  const request = { tenant, session, enforce_runtime_overlay: true }
  await world.refuses(name, 'bearer_required', request)
  await world.refuses(name, 'scope_mismatch', request, { token: meddler })
  await world.admits(name, request, { token })
  await world.refuses(name, 'session_revoked', request, { token })
  await world.admits(name, { ...request, session: 'auth_session:fixture_testkit_2' }, { token: officer })
})
