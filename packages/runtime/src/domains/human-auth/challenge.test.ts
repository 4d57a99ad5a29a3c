import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Challenge } from '@membrane/contract'
import { people, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'

test('a challenge says for whom and for what it was issued', async () => {
  await using world = await World.start()
  const asked = { subject: people.ada, relying_party_id: 'acme.example', scopes: ['passkey_rotate'] }
  const answer = await world.call('humanAuth.challenge', asked)
  assert.equal(answer.outcome, 'verified')
  assert.equal(answer.body.biometricMaterialSeenByGestalt, false)
  const issued = await world.record(tenant, Challenge, answer.body.challenge)
  assert.equal(issued?.subject, people.ada)
  assert.deepEqual(issued?.scopes, ['passkey_rotate'])
  assert.equal(issued?.expires_at, new Date(world.clock.now() + 300_000).toISOString())
})

test('nothing is required', async () => {
  await using world = await World.start()
  const { challenge } = await world.admits('humanAuth.challenge')
  assert.match(challenge, /^human_auth_challenge:/)
})
