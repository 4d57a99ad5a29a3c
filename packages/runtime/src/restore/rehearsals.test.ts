import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { World, writeUnit } from '@membrane/testkit'
import type { LogStore } from '../store/port.ts'
import { Rehearsals } from './rehearsals.ts'

const tenant = 'tenant_node:restored'

/** A log of one commit whose reading a test can hold up, and the act that restores it. */
async function held(world: World) {
  await writeUnit(world.runtime, tenant, {})
  const { store } = world.runtime
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const log = {
    commitsFrom: async (...args: Parameters<LogStore['commitsFrom']>) => {
      asked.resolve()
      await gate.promise
      return store.commitsFrom(...args)
    },
  } as LogStore
  const { leafHash } = (await store.commitsFrom(tenant, 0, 1))[0]!
  return {
    log,
    asked: asked.promise,
    release: gate.resolve,
    act: { do: 'restore', tenant, size: 1, root: leafHash } as const,
  }
}

suite('rehearsals', () => {
  test('give the root of what they restored', async () => {
    await using world = await World.start()
    const { log, release, act } = await held(world)
    release()
    const restored = await new Rehearsals({ log }).run(act)
    assert.equal(restored.failed, null)
  })

  test('run one at a time', async () => {
    await using world = await World.start()
    const { log, asked, release, act } = await held(world)
    const rehearsals = new Rehearsals({ log })
    const order: string[] = []
    const first = rehearsals.run(act).then(() => order.push('first'))
    const second = rehearsals.run({ ...act, size: 0 }).then(() => order.push('second'))
    await asked
    release()
    await Promise.all([first, second])
    assert.deepEqual(order, ['first', 'second'])
  })

  test('that do not end in time have failed, those that wait for their turn too', async () => {
    await using world = await World.start()
    const { log, release, act } = await held(world)
    const rehearsals = new Rehearsals({ log, timeoutMs: 1 })
    const runs = [rehearsals.run(act), rehearsals.run(act)]
    AbortSignal.timeout(50).addEventListener('abort', () => release())
    for (const { failed } of await Promise.all(runs))
      assert.equal(failed, 'the rehearsal did not end in time')
  })

  test('of a log that cannot be read reject, and do not stand in the way of the next', async () => {
    await using world = await World.start()
    const { log, release, act } = await held(world)
    release()
    let fails = true
    const commitsFrom: LogStore['commitsFrom'] = (...args) => {
      if (fails) throw new Error('unreachable')
      return log.commitsFrom(...args)
    }
    const rehearsals = new Rehearsals({ log: { ...log, commitsFrom } })
    await assert.rejects(rehearsals.run(act), /unreachable/)
    fails = false
    assert.equal((await rehearsals.run(act)).failed, null)
  })
})
