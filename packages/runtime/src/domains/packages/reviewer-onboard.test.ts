import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@membrane/contract'
import { grantStanding, refusing, signingKey, World } from '@membrane/testkit'

const name = 'authority.package.reviewer.onboard'
const { example } = operations[name]
const tenant = 'tenant_node:acme'

test('keeps the standing that the reviewer reviews under, and the key', async () => {
  await using world = await World.start()
  const { standing } = await grantStanding(world, tenant)
  const { public_key_hash, public_key_uncompressed_hex } = signingKey()
  const body = await world.admits(name, { ...example, standing_ref: standing, public_key_uncompressed_hex })
  assert.equal(body.reviewer_trust, 'authority_reviewer_trust:rosa')
  assert.equal(body.reviewer, 'professional_reviewer:rosa')
  assert.equal(body.standing, standing)
  assert.equal(body.conflict_policy_hash, 'sha256:conflict-policy')
  assert.equal(body.public_verification_material.public_key_hash, public_key_hash)
  assert.equal(body.public_verification_material.external_signature_verification_supported, true)
})

test('refusals', async (t) => {
  await using world = await World.start()
  const refuses = refusing(t, world, name, example)
  const standingMissing = 'authority_package_reviewer_standing_missing'
  await refuses(standingMissing, { standing_ref: undefined, reviewer_conflict: true })
  await refuses(standingMissing, { standing_ref: '' })
  await refuses(standingMissing, { standing_ref: 'standing_grant:none' })
  const broken = {
    reviewer_conflict: true,
    fixture: false,
    public_key_algorithm: 'EdDSA',
    public_key_hash: 'md5:abc',
  }
  await refuses(standingMissing, { ...broken, standing_ref: 'standing_grant:none' })
  const { standing } = await grantStanding(world, tenant)
  await world.admits('standing.revoke', { tenant, standing, reason: 'left', fixture: true })
  await refuses(standingMissing, { standing_ref: standing })
  await refuses('authority_package_reviewer_conflict', broken)
  const raw_reviewer_notes = 'I like it'
  await refuses(standingMissing, { raw_reviewer_notes, standing_ref: 'standing_grant:none' })
  await refuses('authority_package_reviewer_conflict', { raw_reviewer_notes, reviewer_conflict: true })
  await refuses('authority_package_reviewer_trust_missing', { ...broken, reviewer_conflict: false })
  await refuses('authority_package_reviewer_trust_missing', { fixture: undefined })
  for (const raw of [raw_reviewer_notes, false, '', { raw_text: 'I like it' }])
    await refuses('authority_package_reviewer_trust_missing', { raw_reviewer_notes: raw })
  await refuses('authority_package_trust_public_key_invalid', { public_key_uncompressed_hex: '04ab' })
  for (const public_key_algorithm of ['EdDSA', undefined])
    await refuses('authority_package_trust_public_key_invalid', { public_key_algorithm })
  await refuses('authority_package_trust_public_key_invalid', {
    public_key_uncompressed_hex: undefined,
    public_key_hash: 'md5:abc',
  })
})
