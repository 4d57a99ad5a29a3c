import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureTokens } from '@membrane/contract'
import { World } from '@membrane/testkit'

test('echoes the primary token with a constant receipt', async () => {
  await using world = await World.start()
  const { body, receipt, envelope } = await world.call(
    'auth.session.exchange',
    {},
    { token: fixtureTokens.primary },
  )
  assert.equal(body.token, fixtureTokens.primary)
  assert.equal(body.token_type, 'Bearer')
  assert.equal(body.session, 'auth_session:fixture_valid')
  assert.equal(body.tenant, 'tenant_node:fixture')
  assert.equal(receipt.ref, 'receipt:fixture_session_exchange')
  assert.equal(envelope.fixture, true)
  assert.equal(receipt.commit, null)
})

test('refusals', async () => {
  await using world = await World.start()
  const code = 'session_exchange_primary_required'
  await world.refuses('auth.session.exchange', code, {}, { token: fixtureTokens.secondary })
})
