import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PackageHouse, refusing, World } from '@membrane/testkit'

const name = 'authority.package.revoke'
const tenant = 'tenant_node:acme'

test('a package is revoked wherever it stands, for ever', async (t) => {
  await using world = await World.start()
  const house = await PackageHouse.open(world, tenant)
  const active = await house.bring('1.0.0', 'reviewed')
  await world.admits('authority.package.activate', await house.activation(active))
  for (const ref of [
    await house.bring('2.0.0', 'imported'),
    await house.bring('3.0.0', 'candidate'),
    active,
  ]) {
    const request = { tenant, package: ref, reason_hash: 'sha256:withdrawn', fixture: true }
    const refuses = refusing(t, world, name, request)
    await refuses('koerper_fixture_only', { fixture: false })
    await refuses('authority_package_unknown', { tenant: 'tenant_node:other' })
    assert.equal((await world.admits(name, request)).revocation_record, `${ref}_revoked`)
    const again = await world.call(name, request)
    assert.equal(again.outcome, 'verified')
    assert.equal(again.body.stable_code, 'authority_package_already_revoked')
  }
  assert.deepEqual(new Set(Object.values(await house.statuses())), new Set(['revoked']))
})
