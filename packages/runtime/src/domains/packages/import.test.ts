import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PackageHouse, refusing, sha256, signingKey, World } from '@membrane/testkit'

const name = 'authority.package.import'
const tenant = 'tenant_node:acme'

test('imports what the publisher signed, and the same again is the same package', async () => {
  await using world = await World.start()
  const house = await PackageHouse.open(world, tenant)
  const release = house.release('1.0.0')
  const body = await world.admits(name, release)
  assert.equal(body.status, 'imported')
  assert.equal(body.publisher, 'publisher:acme')
  const again = await world.call(name, release)
  assert.equal(again.outcome, 'verified')
  assert.equal(again.body.stable_code, 'authority_package_already_imported')
  assert.equal(again.body.package, body.package)
})

test('a signature that is not over these bytes by this key', async (t) => {
  await using world = await World.start()
  const house = await PackageHouse.open(world, tenant)
  const release = house.release('1.0.0')
  const { signature_hex, package_hash } = release
  const refuses = refusing(t, world, name, release)
  const invalid = 'authority_package_signature_invalid'
  await refuses(invalid, { package_hash: sha256('another package') })
  await refuses(invalid, { signature_hex: signingKey().sign(package_hash) })
  await refuses(invalid, { signature_hex: '0'.repeat(128) })
  await refuses(invalid, { signature_hex: signature_hex.slice(0, 126) })
  await refuses(invalid, { signature_hex: `${signature_hex}00` })
  await refuses(invalid, { signature_hex: 'no hex' })
  await refuses(invalid, { signature_hex: undefined })
  await refuses(invalid, { signature_hex: ' ' })
  const keyless = 'authority_publisher_trust:keyless'
  await world.admits('authority.package.publisher.onboard', {
    tenant,
    publisher_ref: 'publisher:keyless',
    trust_ref: keyless,
    public_key_algorithm: 'ES256',
    fixture: true,
  })
  await refuses(invalid, { publisher_trust: keyless })
})

test('refusals', async (t) => {
  await using world = await World.start()
  const house = await PackageHouse.open(world, tenant)
  const release = house.release('1.0.0')
  const refuses = refusing(t, world, name, release)
  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('authority_package_publisher_unknown', { publisher_trust: house.reviewer_trust })
  await refuses('authority_package_publisher_unknown', { tenant: 'tenant_node:other' })
  for (const signature_hex of [undefined, ''])
    await refuses('authority_package_publisher_unknown', {
      publisher_trust: house.reviewer_trust,
      signature_hex,
    })
  const { package: ref } = await world.admits(name, release)

  const conflict = 'authority_package_version_conflict'
  const package_hash = sha256('changed afterwards')
  await refuses(conflict, { package_hash, signature_hex: house.publisher.sign(package_hash) })
  await refuses(conflict, { version: '9.0.0' })
  const other = signingKey()
  const publisher_trust = 'authority_publisher_trust:other'
  await world.admits('authority.package.publisher.onboard', {
    tenant,
    publisher_ref: 'publisher:other',
    trust_ref: publisher_trust,
    public_key_algorithm: 'ES256',
    public_key_uncompressed_hex: other.public_key_uncompressed_hex,
    fixture: true,
  })
  const signature_hex = other.sign(package_hash)
  await refuses(conflict, { version: '2.0.0', publisher_trust, package_hash, signature_hex })

  const reason_hash = 'sha256:withdrawn'
  await world.admits('authority.package.revoke', { tenant, package: ref, reason_hash, fixture: true })
  await refuses('authority_package_stale')
})
