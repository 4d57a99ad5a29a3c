import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FaultyStore, World } from '@membrane/testkit'

interface Health {
  readonly ready: boolean
  readonly sessions: number
}

async function healthOf(world: World): Promise<{ status: number; health: Health }> {
  const response = await world.fetch('/health')
  return { status: response.status, health: (await response.json()) as Health }
}

test('probes say that the store is away, what they knew last, and that it is back', async () => {
  const faults = new FaultyStore()
  await using world = await World.start({ store: faults.wrap })
  await world.session('tenant_node:fixture')
  assert.deepEqual(await healthOf(world).then(({ health }) => health.sessions), 1)
  faults.fail()
  assert.equal((await world.fetch('/ready')).status, 503)
  const { status, health } = await healthOf(world)
  assert.deepEqual([status, health.ready, health.sessions], [503, false, 1])
  faults.release()
  assert.equal((await world.fetch('/ready')).status, 200)
})

test('probes do not hang with a store that hangs', async () => {
  const faults = new FaultyStore()
  await using world = await World.start({ store: faults.wrap })
  faults.hold('ping')
  assert.equal((await world.fetch('/ready')).status, 503)
  assert.equal((await healthOf(world)).health.ready, false)
  faults.release()
  assert.equal((await world.fetch('/ready')).status, 200)
})
