import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PackageHouse, refusing, World } from '@membrane/testkit'

const name = 'authority.package.candidate'
const tenant = 'tenant_node:acme'
const authority_epoch = 'authority_epoch:2026'

test('an imported package becomes a candidate once', async (t) => {
  await using world = await World.start()
  const house = await PackageHouse.open(world, tenant)
  const ref = await house.bring('1.0.0', 'imported')
  const request = { tenant, package: ref, authority_epoch, fixture: true }
  const refuses = refusing(t, world, name, request)
  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('authority_package_unknown', { package: 'authority_package:none' })
  await refuses('authority_package_unknown', { tenant: 'tenant_node:other' })
  assert.equal((await world.admits(name, request)).status, 'candidate')
  await refuses('authority_package_stale')
})

test('a package that names its epoch is a candidate of no other', async () => {
  await using world = await World.start()
  const house = await PackageHouse.open(world, tenant)
  const release = { ...house.release('1.0.0'), epoch: 'authority_epoch:2025' }
  const { package: ref } = await world.admits('authority.package.import', release)
  const request = { tenant, package: ref, fixture: true }
  await world.refuses(name, 'authority_package_stale', { ...request, authority_epoch })
  await world.admits(name, { ...request, authority_epoch: 'authority_epoch:2025' })
})
