// Sizes and indices of a tree are checked safe integers: below 2^53, beyond the 32 bits of the bit operators.

const HALF = 2 ** 32

/** True for an integer that a size or an index can be. */
export function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** Number of one bits. */
export function popcount(value: number): number {
  return popcount32(Math.floor(value / HALF)) + popcount32(value % HALF)
}

function popcount32(value: number): number {
  let count = 0
  for (let rest = value | 0; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Bits needed to write the value: 0 for 0. */
export function bitLength(value: number): number {
  const high = Math.floor(value / HALF)
  return high > 0 ? 64 - Math.clz32(high) : 32 - Math.clz32(value)
}

/** How often two divides a value above 0. */
export function trailingZeros(value: number): number {
  let count = 0
  for (let rest = value; rest % 2 === 0; rest /= 2) count++
  return count
}

/** Exclusive or of two indices. */
export function xor(left: number, right: number): number {
  const high = (Math.floor(left / HALF) ^ Math.floor(right / HALF)) >>> 0
  return high * HALF + (((left % HALF) ^ (right % HALF)) >>> 0)
}

/** The value without its lowest bits. */
export function shiftRight(value: number, bits: number): number {
  return Math.floor(value / 2 ** bits)
}

/** The greatest power of two below a size of at least 2: where RFC 6962 splits a tree. */
export function splitPoint(size: number): number {
  return 2 ** (bitLength(size - 1) - 1)
}
