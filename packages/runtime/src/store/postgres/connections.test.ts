import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { StoreUnavailableError } from '../port.ts'
import { SomeConnections } from './connections.ts'
import type { Connection, Pool } from './pool.ts'

/** A pool that lends nothing: only who has a turn is of interest. */
const pool = { with: <T>(work: (connection: Connection) => Promise<T>) => work({} as Connection) } as Pool

test('work beyond the bound waits in order, and what fails gives its turn on', async () => {
  const some = new SomeConnections(pool, { connections: 2, waitingMax: 3 })
  const begun: number[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const work = Array.from({ length: 5 }, (_, at) =>
    some.with(() => {
      begun.push(at)
      ends[at] = Promise.withResolvers()
      return ends[at].promise
    }),
  )
  await turn()
  assert.deepEqual(begun, [0, 1])
  await assert.rejects(
    some.with(async () => {}),
    StoreUnavailableError,
  )
  ends[0]!.reject(new Error('of the test'))
  await assert.rejects(work[0]!, /of the test/)
  await turn()
  assert.deepEqual(begun, [0, 1, 2])
  for (const at of [1, 2, 3, 4]) {
    ends[at]!.resolve()
    await work[at]
    await turn()
  }
  assert.deepEqual(begun, [0, 1, 2, 3, 4])
  assert.equal(await some.with(async () => 'free'), 'free')
})
