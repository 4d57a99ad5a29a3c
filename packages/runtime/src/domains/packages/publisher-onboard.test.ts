import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@membrane/contract'
import { refusing, sha256, signingKey, World } from '@membrane/testkit'

const name = 'authority.package.publisher.onboard'
const { example } = operations[name]

test('keeps the public key that signatures are verified with', async () => {
  await using world = await World.start()
  const { public_key_hash, public_key_uncompressed_hex: hex } = signingKey()
  const body = await world.admits(name, {
    ...example,
    public_key_uncompressed_hex: hex.toUpperCase(),
    public_key_hash,
  })
  assert.equal(body.publisher_trust, 'authority_publisher_trust:acme')
  assert.equal(body.publisher, 'publisher:acme')
  assert.equal(body.public_key_hash, public_key_hash)
  assert.deepEqual(body.public_verification_material, {
    public_key_algorithm: 'ES256',
    public_key_hash,
    public_key_uncompressed_hex: hex,
    external_signature_verification_supported: true,
    private_key_material_exposed: false,
  })
  assert.equal(body.durable_state.record, body.publisher_trust)
})

test('without a key it is onboarded, and nothing can be verified', async () => {
  await using world = await World.start()
  const body = await world.admits(name, {
    ...example,
    trust_ref: undefined,
    public_key_uncompressed_hex: undefined,
  })
  assert.match(body.publisher_trust, /^authority_publisher_trust:/)
  assert.equal(body.public_key_hash, null)
  assert.equal(body.public_verification_material.external_signature_verification_supported, false)
})

test('refusals', async (t) => {
  await using world = await World.start()
  const refuses = refusing(t, world, name, example)
  const invalid = 'authority_package_trust_public_key_invalid'
  const { public_key_uncompressed_hex: hex } = signingKey()
  await refuses('authority_package_publisher_private_key_refused', {
    private_key_material: { d: 'secret' },
    fixture: false,
  })
  await refuses('authority_package_publisher_trust_missing', { fixture: undefined })
  const flipped = hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0')
  await refuses(invalid, { public_key_uncompressed_hex: flipped })
  await refuses(invalid, { public_key_uncompressed_hex: `04${'0'.repeat(128)}` })
  await refuses(invalid, { public_key_uncompressed_hex: `04${'f'.repeat(128)}` })
  await refuses(invalid, { public_key_uncompressed_hex: `02${hex.slice(2, 66)}` })
  await refuses(invalid, { public_key_uncompressed_hex: `${hex}00` })
  await refuses(invalid, { public_key_hash: sha256('another key') })
  await refuses(invalid, { public_key_hash: 'sha256:short' })
  await refuses(invalid, { public_key_algorithm: 'RS256' })
  await refuses(invalid, { public_key_algorithm: undefined })
})
