import assert from 'node:assert/strict'
import { test } from 'node:test'
import { World } from '@membrane/testkit'

test('lists every code once', async () => {
  await using world = await World.start()
  const { codes } = await world.admits('refusal.codes')
  assert.equal(new Set(codes).size, codes.length)
  const named = [
    'required_evidence_missing',
    'session_expired',
    'scope_mismatch',
    'token_tampered',
    'customer_data_forbidden',
  ]
  for (const code of named) assert.ok(codes.includes(code), code)
})
