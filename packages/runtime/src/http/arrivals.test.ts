import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createArrivals } from './arrivals.ts'

test('calls of one turn go on together in their order, and later ones wait for no one', async () => {
  const arrivals = createArrivals()
  const gone: string[] = []
  const arrive = async (name: string): Promise<void> => {
    await arrivals()
    gone.push(name)
  }
  const first = [arrive('a'), arrive('b')]
  await Promise.resolve()
  first.push(arrive('c'))
  assert.deepEqual(gone, [])
  await turn()
  assert.deepEqual(gone, ['a', 'b', 'c'])
  await Promise.all(first)
  await arrive('d')
  assert.deepEqual(gone, ['a', 'b', 'c', 'd'])
})
