import { bitLength, isIndex, popcount, shiftRight, trailingZeros, xor } from './bits.ts'
import { equal } from './bytes.ts'
import { HASH_BYTES, nobleHasher, type Hasher } from './hasher.ts'

/** Proof that a leaf is at an index of a tree; the leaf's sibling comes first. */
export interface InclusionProof {
  readonly index: number
  readonly treeSize: number
  readonly hashes: readonly Uint8Array[]
}

/** Proof that the tree of size `to` has the tree of size `from` as its beginning. */
export interface ConsistencyProof {
  readonly from: number
  readonly to: number
  readonly hashes: readonly Uint8Array[]
}

/**
 * True if the proof leads from the leaf hash to the root (RFC 9162 §2.1.3.2). The proof has exactly the length
 * that its index and size ask for: one hash for each level up to where the paths of the leaf and of the last
 * leaf part, then one for each perfect subtree to the left.
 */
export function verifyInclusion(
  proof: InclusionProof,
  leafHash: Uint8Array,
  root: Uint8Array,
  hasher: Hasher = nobleHasher,
): boolean {
  const { index, treeSize, hashes } = proof
  if (!isIndex(index) || !isIndex(treeSize) || index >= treeSize) return false
  const inner = bitLength(xor(index, treeSize - 1))
  const border = popcount(shiftRight(index, inner))
  if (hashes.length !== inner + border || !areHashes([leafHash, root, ...hashes])) return false
  const reached = hashes.reduce((hash, sibling, level) => {
    const isRight = level >= inner || shiftRight(index, level) % 2 === 1
    return isRight ? hasher.node(sibling, hash) : hasher.node(hash, sibling)
  }, leafHash)
  return equal(reached, root)
}

/**
 * True if the proof leads to both roots (RFC 9162 §2.1.4.2). Every tree extends the empty one, whose root is
 * the hash of nothing, and itself: those proofs are empty.
 */
export function verifyConsistency(
  proof: ConsistencyProof,
  fromRoot: Uint8Array,
  toRoot: Uint8Array,
  hasher: Hasher = nobleHasher,
): boolean {
  const { from, to, hashes } = proof
  if (!isIndex(from) || !isIndex(to) || from > to) return false
  if (!areHashes([fromRoot, toRoot, ...hashes])) return false
  if (from === to) return hashes.length === 0 && equal(fromRoot, toRoot)
  if (from === 0) return hashes.length === 0 && equal(fromRoot, hasher.empty())

  const [first, ...rest] = popcount(from) === 1 ? [fromRoot, ...hashes] : hashes
  if (first === undefined) return false
  let [old, grown] = [first, first]
  let level = trailingZeros(from)
  for (const hash of rest) {
    const node = shiftRight(from - 1, level)
    const last = shiftRight(to - 1, level)
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      old = hasher.node(hash, old)
      grown = hasher.node(hash, grown)
      if (node > 0) level += trailingZeros(node)
    } else {
      grown = hasher.node(grown, hash)
    }
    level += 1
  }
  return shiftRight(to - 1, level) === 0 && equal(old, fromRoot) && equal(grown, toRoot)
}

function areHashes(values: readonly Uint8Array[]): boolean {
  return values.every((value) => value.length === HASH_BYTES)
}
