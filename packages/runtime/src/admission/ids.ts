import { randomFillSync } from 'node:crypto'

/** Where a call's identifiers and salts come from; tests inject their own. */
export interface Entropy {
  /** A new identifier: 26 characters, the time first, so that keys of one moment lie together. */
  id(nowMs: number): string
  /** `count` random bytes, the caller's to keep. */
  bytes(count: number): Uint8Array
}

const digits = '0123456789abcdefghjkmnpqrstvwxyz'
const pairs = Array.from(digits).flatMap((first) => Array.from(digits, (second) => first + second))
const poolBytes = 16_384

/** Identifiers in the form of a ULID (48 bits of time, 80 random bits), and salts, from one pool. */
export function createEntropy(fill: (pool: Uint8Array) => void = randomFillSync): Entropy {
  const pool = new Uint8Array(poolBytes)
  let used = poolBytes
  let prefixMs = -1
  let prefix = ''

  const take = (count: number): number => {
    if (used + count > poolBytes) {
      fill(pool)
      used = 0
    }
    used += count
    return used - count
  }

  return {
    id(nowMs) {
      if (nowMs !== prefixMs) {
        prefixMs = nowMs
        prefix = timePrefix(nowMs)
      }
      let id = prefix
      const from = take(16)
      for (let at = from; at < from + 16; at += 2) id += pairs[(pool[at]! & 31) * 32 + (pool[at + 1]! & 31)]
      return id
    },
    bytes(count) {
      if (count > poolBytes) throw new RangeError(`at most ${poolBytes} bytes at once`)
      const from = take(count)
      return pool.slice(from, from + count)
    },
  }
}

function timePrefix(nowMs: number): string {
  let prefix = ''
  for (let rest = nowMs, at = 0; at < 10; at++) {
    prefix = digits[rest % 32]! + prefix
    rest = Math.floor(rest / 32)
  }
  return prefix
}
