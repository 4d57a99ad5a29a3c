import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { fixtureTokens, KeyRotation } from '@membrane/contract'
import { logIn, people, World, writeRecord } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const name = 'auth.sessionInspect'

test('a session shows itself, never its token', async () => {
  await using world = await World.start()
  const signedIn = await logIn(world, { tenant, subject: people.ada })
  const token = signedIn.bearer_token
  const answer = await world.call(name, {}, { token })
  assert.ok(!JSON.stringify(answer.envelope).includes(token))
  const { body } = answer
  assert.equal(body.session, signedIn.session)
  assert.equal(body.session_lifecycle, signedIn.session_lifecycle)
  assert.equal(body.token_commitment, signedIn.token_commitment)
  assert.equal(body.actor, people.ada)
  assert.equal(body.expires_at, signedIn.expires_at)
  assert.deepEqual([body.revoked, body.stale_key], [false, false])
  assert.deepEqual(
    (await world.admits(name, { session: signedIn.session }, { token })).session,
    signedIn.session,
  )
})

test('a built-in session shows its fixed fields', async () => {
  await using world = await World.start()
  const body = await world.admits(name)
  assert.equal(body.session, 'auth_session:fixture_valid')
  assert.equal(body.token_commitment, `sha256:${hash('sha256', fixtureTokens.primary)}`)
  assert.equal(body.expires_at, '9999-12-31T23:59:59.999Z')
})

test('nobody looks at another’s session', async () => {
  await using world = await World.start()
  const mismatch = 'auth_session_inspect_session_mismatch'
  await world.refuses(name, mismatch, { session: 'auth_session:fixture_alternate' })
  await world.refuses(name, mismatch, { session: 'auth_session:fixture_never_issued' })
  await world.refuses(name, 'auth_session_unknown', { tenant: 'tenant_node:other' })
  const token = await world.session(tenant, { scopes: [] })
  await world.admits(name, {}, { token })
})

test('a key that is rotated is stale at once, and refused after the overlap', async () => {
  await using world = await World.start()
  const { bearer_token: token } = await logIn(world, { tenant, subject: people.ada })
  const { holder_key: key } = await world.admits(name, {}, { token })
  const overlap_expires_at = new Date(world.clock.now() + 1000).toISOString()
  const rotation = { key, replacement_key: 'key_registry:next', overlap_expires_at }
  await writeRecord(world.runtime, tenant, KeyRotation, rotation, { ref: key })
  assert.equal((await world.admits(name, {}, { token })).stale_key, true)
  world.clock.advance(1000)
  const { status } = await world.refuses(name, 'auth_session_stale_key', {}, { token })
  assert.equal(status, 401)
})
