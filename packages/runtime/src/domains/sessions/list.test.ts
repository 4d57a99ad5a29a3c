import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logIn, people, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const person = { tenant, subject: people.ada }

test('a person sees their own sessions, newest first', async () => {
  await using world = await World.start()
  const first = await logIn(world, person)
  const second = await logIn(world, person)
  await logIn(world, { tenant, subject: people.eve })
  await logIn(world, { ...person, tenant: 'tenant_node:other' })
  await world.admits('authority.sessionRevoke', { tenant, session: first.session })
  const { sessions, session_count } = await world.admits(
    'auth.sessionList',
    {},
    { token: second.bearer_token },
  )
  assert.equal(session_count, 2)
  assert.deepEqual(
    (sessions as { session: string; current: boolean; revoked: boolean }[]).map((s) => [
      s.session,
      s.current,
      s.revoked,
    ]),
    [
      [second.session, true, false],
      [first.session, false, true],
    ],
  )
  world.clock.advance(3_600_000)
  const token = await world.session(tenant)
  const later = await world.admits('auth.sessionList', {}, { token })
  assert.deepEqual(
    later.sessions.map((session: { expired: boolean }) => session.expired),
    [false, true, true],
  )
})

test('an operator without a session on record has none to show', async () => {
  await using world = await World.start()
  assert.deepEqual((await world.admits('auth.sessionList')).sessions, [])
})

test('a tenant that is no reference makes a malformed query', async () => {
  await using world = await World.start()
  const { body } = await world.refuses('auth.sessionList', 'query_malformed', { tenant: 'foo' })
  assert.equal(body.fields[0].path, '/tenant')
})
