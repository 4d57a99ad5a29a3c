import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PackageHouse, World } from '@membrane/testkit'

test('lists the packages of the tenant alone, and m7.state counts them', async () => {
  await using world = await World.start()
  const tenant = 'tenant_node:acme'
  const house = await PackageHouse.open(world, tenant)
  const ref = await house.bring('1.0.0', 'reviewed')
  const { activated_at } = await world.admits('authority.package.activate', await house.activation(ref))
  const { packages, productionAdmission } = await world.admits('authority.package.status', { tenant })
  assert.equal(productionAdmission, false)
  assert.equal(packages.length, 1)
  const [{ reviews, ...shown }] = packages
  assert.equal(reviews.length, 1)
  assert.deepEqual(shown, {
    package: ref,
    name: 'de.gmbh.authority',
    version: '1.0.0',
    status: 'active',
    publisher: 'publisher:acme',
    activated_at,
  })
  assert.deepEqual((await world.admits('authority.package.status')).packages, [])
  const { counts } = await world.admits('m7.state', { tenant })
  assert.equal(counts.authorityPackages, 1)
  assert.equal(counts.authorityPackageReviews, 1)
  assert.equal(counts.authorityPublisherTrusts, 1)
  assert.equal(counts.authorityReviewerTrusts, 1)
})
