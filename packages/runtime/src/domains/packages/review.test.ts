import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantStanding, PackageHouse, refusing, World } from '@membrane/testkit'

const name = 'authority.package.review'
const tenant = 'tenant_node:acme'

test('records the decision that the reviewer signed', async () => {
  await using world = await World.start()
  const house = await PackageHouse.open(world, tenant)
  const ref = await house.bring('1.0.0', 'candidate')
  const body = await world.admits(name, house.verdict(ref))
  assert.equal(body.status, 'reviewed')
  assert.equal(body.decision, 'approve')
  assert.equal(body.reviewer, 'professional_reviewer:rosa')
  const { packages } = await world.admits('authority.package.status', { tenant })
  assert.deepEqual(packages[0].reviews, [
    {
      review: body.package_review,
      reviewer: 'professional_reviewer:rosa',
      decision: 'approve',
      reviewed_at: new Date(world.clock.now()).toISOString(),
    },
  ])
})

test('refusals', async (t) => {
  await using world = await World.start()
  const { standing } = await grantStanding(world, tenant)
  const house = await PackageHouse.open(world, tenant, standing)
  const imported = await house.bring('2.0.0', 'imported')
  const ref = await house.bring('1.0.0', 'candidate')
  const verdict = house.verdict(ref)
  const refuses = refusing(t, world, name, verdict)
  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('authority_package_unknown', { package: 'authority_package:none' })
  await refuses('authority_package_reviewer_unknown', { reviewer_trust: house.publisher_trust })
  const unsigned = { signature_hex: undefined }
  await refuses('authority_package_unknown', { ...unsigned, package: 'authority_package:none' })
  await refuses('authority_package_reviewer_unknown', {
    ...unsigned,
    reviewer_trust: house.publisher_trust,
  })
  await refuses('authority_package_signature_invalid', unsigned)
  await refuses('authority_package_signature_invalid', { signature_hex: '' })
  await refuses('authority_package_signature_invalid', {
    signature_hex: house.publisher.sign(verdict.review_hash),
  })
  await refuses('authority_package_stale', { package: imported })

  const onboard = (reviewer_ref: string, key: object) =>
    world.admits('authority.package.reviewer.onboard', {
      tenant,
      reviewer_ref,
      trust_ref: 'authority_reviewer_trust:second',
      standing_ref: standing,
      public_key_algorithm: 'ES256',
      ...key,
      fixture: true,
    })
  const second = { reviewer_trust: 'authority_reviewer_trust:second' }
  await onboard('professional_reviewer:keyless', {})
  await refuses('authority_package_signature_invalid', second)
  const { public_key_uncompressed_hex } = house.reviewer
  await onboard('publisher:acme', { public_key_uncompressed_hex })
  await refuses('authority_package_self_review', second)
  const ofPublisher = house.publisher.public_key_uncompressed_hex
  await onboard('professional_reviewer:alias', { public_key_uncompressed_hex: ofPublisher })
  await refuses('authority_package_self_review', {
    ...second,
    signature_hex: house.publisher.sign(verdict.review_hash),
  })

  await world.admits(name, verdict)
  await refuses('authority_package_review_replayed', { decision: 'reject' })
  const third = await house.bring('3.0.0', 'candidate')
  await refuses('authority_package_review_replayed', { package: third })
  await world.admits('standing.revoke', { tenant, standing, reason: 'left', fixture: true })
  await refuses('authority_package_reviewer_standing_missing', { ...house.verdict(ref), ...unsigned })
  await refuses('authority_package_reviewer_standing_missing', house.verdict(ref))
})
