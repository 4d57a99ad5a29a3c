import assert from 'node:assert/strict'
import { test } from 'node:test'
import { people, PackageHouse, refusing, World } from '@membrane/testkit'

const name = 'authority.package.activate'
const tenant = 'tenant_node:acme'

test('one version of a name is active; the one before is superseded', async () => {
  await using world = await World.start()
  const house = await PackageHouse.open(world, tenant)
  const first = await house.bring('1.0.0', 'reviewed')
  const second = await house.bring('2.0.0', 'reviewed')
  const activated = await world.admits(name, await house.activation(first))
  assert.equal(activated.superseded, null)
  assert.equal(activated.standing_created, false)
  assert.equal((await world.admits(name, await house.activation(second))).superseded, first)
  assert.deepEqual(await house.statuses(), { [first]: 'superseded', [second]: 'active' })
})

test('a reviewer who rejects stands in the way until the same reviewer approves', async () => {
  await using world = await World.start()
  const house = await PackageHouse.open(world, tenant)
  const ref = await house.bring('1.0.0', 'reviewed')
  await world.admits('authority.package.review', house.verdict(ref, 'reject'))
  await world.refuses(name, 'authority_package_review_missing', await house.activation(ref))
  await world.admits('authority.package.review', house.verdict(ref))
  await world.admits(name, await house.activation(ref))
})

test('two activations at once leave one active version', async () => {
  await using world = await World.start()
  const house = await PackageHouse.open(world, tenant)
  const refs = [await house.bring('1.0.0', 'reviewed'), await house.bring('2.0.0', 'reviewed')]
  const requests = await Promise.all(refs.map((ref) => house.activation(ref)))
  await Promise.all(requests.map((request) => world.admits(name, request)))
  assert.deepEqual(Object.values(await house.statuses()).sort(), ['active', 'superseded'])
})

test('refusals', async (t) => {
  await using world = await World.start()
  const house = await PackageHouse.open(world, tenant)
  const ref = await house.bring('1.0.0', 'reviewed')
  const request = await house.activation(ref)
  const refuses = refusing(t, world, name, request)
  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('human_presence_required', { human_presence_receipt: undefined })
  await refuses('human_presence_receipt_unknown', { human_presence_receipt: 'human_presence_receipt:none' })
  await refuses('authority_package_unknown', { package: 'authority_package:none' })
  await refuses('authority_package_review_missing', { package: await house.bring('2.0.0', 'imported') })
  await refuses('authority_package_review_missing', { package: await house.bring('3.0.0', 'candidate') })
  await world.admits(name, request)
  await refuses('authority_package_stale')
  const reason_hash = 'sha256:withdrawn'
  await world.admits('authority.package.revoke', { tenant, package: ref, reason_hash, fixture: true })
  await refuses('authority_package_stale')
  world.clock.advance(300_000)
  await refuses('human_presence_receipt_expired')
})

test('behind a real gate the person present is the caller', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const token = await world.session(tenant, { actor: people.ada })
  const human_presence_receipt = await world.presence(tenant, { subject: people.eve })
  const request = { package: 'authority_package:none', human_presence_receipt, fixture: true }
  await world.refuses(name, 'human_presence_subject_mismatch', request, { token })
  const own = await world.presence(tenant, { subject: people.ada })
  await world.refuses(
    name,
    'authority_package_unknown',
    { ...request, human_presence_receipt: own },
    { token },
  )
})
