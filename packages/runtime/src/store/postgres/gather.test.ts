import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreUnavailableError } from '../port.ts'
import { Gather } from './gather.ts'

/** Look-ups of numbers, answered as their doubles once the test lets them. */
function doubling(options: {
  readonly running: number
  readonly keysMax: number
  readonly waitingMax: number
}) {
  const asked: { readonly keys: readonly number[]; readonly answer: (error?: Error) => void }[] = []
  const gather = new Gather<number, number>(
    (keys) =>
      new Promise((resolve, reject) => {
        const doubles = keys.map((key) => key * 2)
        asked.push({ keys, answer: (error) => (error === undefined ? resolve(doubles) : reject(error)) })
      }),
    options,
  )
  return { asked, get: (key: number) => gather.get(`${key}`, key) }
}

const turn = (): Promise<void> => new Promise((done) => setImmediate(done))

test('look-ups that wait together are one query, and those of one key share a place in it', async () => {
  const { asked, get } = doubling({ running: 1, keysMax: 10, waitingMax: 10 })
  const found = [1, 2, 1, 3, 2].map(get)
  await turn()
  assert.deepEqual(
    asked.map(({ keys }) => keys),
    [[1, 2, 3]],
  )
  asked[0]!.answer()
  assert.deepEqual(await Promise.all(found), [2, 4, 2, 6, 4])
})

test('a look-up that comes while its key is asked for asks again: the answer must not be older than the question', async () => {
  const { asked, get } = doubling({ running: 1, keysMax: 10, waitingMax: 10 })
  const first = get(1)
  await turn()
  const second = get(1)
  asked[0]!.answer()
  assert.equal(await first, 2)
  await turn()
  assert.equal(asked.length, 2)
  asked[1]!.answer()
  assert.equal(await second, 2)
})

test('queries are bounded in number and in keys, and so is what waits', async () => {
  const { asked, get } = doubling({ running: 2, keysMax: 2, waitingMax: 5 })
  const found = [1, 2, 3, 4, 5].map(get)
  await assert.rejects(get(6), StoreUnavailableError)
  await turn()
  assert.deepEqual(
    asked.map(({ keys }) => keys),
    [
      [1, 2],
      [3, 4],
    ],
  )
  asked[1]!.answer()
  await Promise.all(found.slice(2, 4))
  await turn()
  assert.deepEqual(asked[2]!.keys, [5])
  asked[0]!.answer()
  asked[2]!.answer()
  assert.deepEqual(await Promise.all(found), [2, 4, 6, 8, 10])
})

test('a query that fails fails its look-ups, and no other', async () => {
  const { asked, get } = doubling({ running: 2, keysMax: 1, waitingMax: 5 })
  const [first, second] = [get(1), get(2)]
  await turn()
  asked[0]!.answer(new Error('of the test'))
  asked[1]!.answer()
  await assert.rejects(first, /of the test/)
  assert.equal(await second, 4)
})
