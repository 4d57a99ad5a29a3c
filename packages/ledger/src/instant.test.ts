import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { formatInstant, isInstant } from './instant.ts'

const firstMs = Date.parse('0000-01-01T00:00:00.000Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

test('an instant reads back as the millisecond that it was made of, remembered or not', () => {
  const sometimesTheSame = fc.array(
    fc.integer({ min: firstMs, max: lastMs }).chain((ms) => fc.constantFrom([ms], [ms, ms])),
  )
  fc.assert(
    fc.property(sometimesTheSame, (groups) => {
      for (const ms of groups.flat()) {
        const instant = formatInstant(ms)
        assert.equal(Date.parse(instant), ms)
        assert.ok(isInstant(instant))
      }
    }),
  )
})

test('a year of more than four digits is no instant, though it was formatted last', () => {
  assert.ok(!isInstant(formatInstant(lastMs + 1)))
  assert.ok(!isInstant(formatInstant(firstMs - 1)))
})

test('what does not exist or has another form is no instant', () => {
  for (const text of [
    '2026-02-30T00:00:00.000Z',
    '2026-01-01T24:00:00.000Z',
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.000+00:00',
    '2026-01-01 00:00:00.000Z',
    '',
    0,
    null,
  ])
    assert.ok(!isInstant(text), String(text))
})

test('no instant is made of what is no time, and the last one stands', () => {
  const before = formatInstant(1_700_000_000_000)
  assert.throws(() => formatInstant(Number.NaN), RangeError)
  assert.equal(formatInstant(1_700_000_000_000), before)
})
