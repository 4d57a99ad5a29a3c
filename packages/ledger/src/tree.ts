import { isIndex, popcount } from './bits.ts'
import { concat } from './bytes.ts'
import { LedgerError } from './errors.ts'
import { HASH_BYTES, nobleHasher, type Hasher } from './hasher.ts'

/**
 * All that a log must keep to grow: its size and the roots of the perfect subtrees that it is made of, the
 * largest first, as many as the size has one bits.
 */
export interface Frontier {
  readonly size: number
  readonly hashes: readonly Uint8Array[]
}

/** The frontier of a log without leaves. */
export function emptyFrontier(): Frontier {
  return { size: 0, hashes: [] }
}

/** The frontier after one more leaf hash. The given frontier stays as it was. */
export function appendLeaf(frontier: Frontier, leafHash: Uint8Array, hasher: Hasher = nobleHasher): Frontier {
  checkFrontier(frontier)
  if (!isIndex(frontier.size + 1)) throw new LedgerError('the log is full')
  const hashes = frontier.hashes.slice()
  let hash = leafHash
  for (let rest = frontier.size; rest % 2 === 1; rest = (rest - 1) / 2)
    hash = hasher.node(hashes.pop()!, hash)
  hashes.push(hash)
  return { size: frontier.size + 1, hashes }
}

/** The root of the tree (RFC 6962 §2.1). */
export function frontierRoot(frontier: Frontier, hasher: Hasher = nobleHasher): Uint8Array {
  checkFrontier(frontier)
  return frontier.size === 0 ? hasher.empty() : foldRight(frontier.hashes, hasher)
}

/** The hash over perfect subtrees that stand side by side, the largest first; at least one. */
export function foldRight(hashes: readonly Uint8Array[], hasher: Hasher): Uint8Array {
  return hashes.reduceRight((right, left) => hasher.node(left, right))
}

/** The hashes of a frontier one after another: 32 bytes for each one bit of the size, which is kept apart. */
export function serializeFrontier(frontier: Frontier): Uint8Array<ArrayBuffer> {
  checkFrontier(frontier)
  return concat(...frontier.hashes)
}

/** The frontier of a size and its serialised hashes. */
export function parseFrontier(size: number, bytes: Uint8Array): Frontier {
  if (!isIndex(size)) throw new LedgerError('the size of a frontier is not a safe integer')
  if (bytes.length !== popcount(size) * HASH_BYTES) {
    throw new LedgerError('the hashes of a frontier do not fit its size')
  }
  const hashes: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += HASH_BYTES) hashes.push(bytes.slice(at, at + HASH_BYTES))
  return { size, hashes }
}

function checkFrontier({ size, hashes }: Frontier): void {
  if (!isIndex(size)) throw new LedgerError('the size of a frontier is not a safe integer')
  if (hashes.length !== popcount(size)) throw new LedgerError('the hashes of a frontier do not fit its size')
}
