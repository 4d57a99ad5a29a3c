import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { bitLength, isIndex, popcount, shiftRight, splitPoint, trailingZeros, xor } from './bits.ts'

const index = fc.maxSafeNat()

test('bit arithmetic agrees with BigInt over all safe integers', () => {
  fc.assert(
    fc.property(index, index, fc.nat(53), (left, right, bits) => {
      const binary = left.toString(2)
      assert.equal(popcount(left), binary.replaceAll('0', '').length)
      assert.equal(bitLength(left), left === 0 ? 0 : binary.length)
      if (left > 0) assert.equal(trailingZeros(left), binary.length - 1 - binary.lastIndexOf('1'))
      assert.equal(xor(left, right), Number(BigInt(left) ^ BigInt(right)))
      assert.equal(shiftRight(left, bits), Number(BigInt(left) >> BigInt(bits)))
    }),
  )
})

test('the split point is the greatest power of two below the size', () => {
  for (const [size, at] of [
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 4],
    [2 ** 40, 2 ** 39],
    [2 ** 40 + 1, 2 ** 40],
  ] as const) {
    assert.equal(splitPoint(size), at)
  }
})

test('an index is a safe integer from 0', () => {
  assert.ok([0, 1, Number.MAX_SAFE_INTEGER].every(isIndex))
  assert.ok(![-1, 0.5, 2 ** 53, Number.NaN, '1', 1n, null].some(isIndex))
})
