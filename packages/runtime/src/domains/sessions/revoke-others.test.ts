import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logIn, people, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const person = { tenant, subject: people.ada }

test('every other session of the person is dead at its next call', async () => {
  await using world = await World.start()
  const others = [await logIn(world, person), await logIn(world, person)]
  const own = await logIn(world, person)
  const ofEve = await logIn(world, { tenant, subject: people.eve })
  const token: string = own.bearer_token
  const answer = await world.admits('auth.sessionRevokeOthers', {}, { token })
  assert.deepEqual(
    answer.revoked_sessions,
    others.map(({ session }) => session),
  )
  assert.equal(answer.revoked_session_count, 2)
  for (const other of others) {
    await world.refuses('tenant.self', 'session_revoked', {}, { token: other.bearer_token })
  }
  await world.admits('tenant.self', {}, { token })
  await world.admits('tenant.self', {}, { token: ofEve.bearer_token })
  const repeat = await world.call('auth.sessionRevokeOthers', {}, { token })
  assert.equal(repeat.outcome, 'verified')
  assert.equal(repeat.body.stable_code, 'auth_sessions_already_revoked')
  assert.equal(repeat.receipt.commit, null)
})
