import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixtureTenant, limits, operations, type OperationName } from '@membrane/contract'
import { World } from '@membrane/testkit'
import { Buckets } from './buckets.ts'
import { createCeremonyGuard } from './ceremony-guard.ts'

const names = Object.keys(operations) as OperationName[]
const ceremonies = names.filter((name) => operations[name].access === 'ceremony')
const challenge = operations['humanAuth.challenge']

test('beyond the loopback every ceremony of one peer draws on one bucket', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'membrane-guard-'))
  try {
    const settings = { MEMBRANE_HOST: '0.0.0.0', MEMBRANE_DATA_DIR: folder }
    await using world = await World.start({ settings })
    for (let spent = 0; spent < limits.ceremonyPeerBurst; spent++) await world.admits('humanAuth.challenge')
    for (const name of ceremonies) {
      const answer = await world.refuses(name, 'ceremony_rate_limited', operations[name].example)
      assert.equal(answer.status, 429)
      assert.equal(answer.headers.get('retry-after'), '1')
    }
    await world.refuses('tenant.self', 'bearer_required', {}, { token: '' })
    world.clock.advance(500)
    await world.admits('humanAuth.challenge')
    await world.refuses('humanAuth.challenge', 'ceremony_rate_limited')
    assert.ok(
      world.logs.every((line) => !line.includes('127.0.0.1')),
      'no address is logged',
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('on the loopback nothing is slowed down', async () => {
  await using world = await World.start()
  for (let call = 0; call <= limits.ceremonyPeerBurst; call++) await world.admits('humanAuth.challenge')
})

test('a tenant has a rate of its own, whoever calls', () => {
  const guard = createCeremonyGuard(() => 0)
  let peer = 0
  const call = (body: object): number => guard(challenge, `192.0.2.${peer++ % 250}`, { ...body })
  for (let spent = 0; spent < limits.ceremonyTenantBurst; spent++) assert.equal(call({}), 0)
  assert.equal(call({}), 1)
  assert.equal(call({ tenant: fixtureTenant }), 1)
  assert.equal(call({ tenant: 'tenant_node:other' }), 0)
})

test('an IPv6 network of 64 bits is one peer', () => {
  const guard = createCeremonyGuard(() => 0)
  const spend = (peer: string): number => guard(challenge, peer, {})
  for (let spent = 0; spent < limits.ceremonyPeerBurst; spent++)
    assert.equal(spend(`2001:db8::${spent + 1}`), 0)
  assert.ok(spend('2001:db8:0:0:ffff::1') > 0)
  assert.equal(spend('2001:db8:0:1::1'), 0)
  assert.equal(spend('::1'), 0)
  assert.equal(spend('::ffff:192.0.2.1'), 0)
})

test('a bucket refills, and the one longest idle is forgotten', () => {
  const buckets = new Buckets({ burst: 2, perSecond: 0.5, keysMax: 2 })
  assert.deepEqual([buckets.take('a', 0), buckets.take('a', 0), buckets.take('a', 0)], [0, 0, 2])
  assert.equal(buckets.take('a', 2000), 0)
  assert.equal(buckets.take('a', 1000), 2, 'a clock that runs back gives nothing')
  buckets.take('b', 2000)
  buckets.take('c', 2000)
  assert.equal(buckets.take('a', 2000), 0)
})
