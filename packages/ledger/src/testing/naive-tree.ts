import { createHash } from 'node:crypto'

// The definitions of RFC 6962 §2.1 word for word, on another SHA-256: slow, and shares nothing with the package.

type Leaves = readonly Uint8Array[]

function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

export function naiveLeafHash(leaf: Uint8Array): Uint8Array {
  return sha256(Uint8Array.of(0), leaf)
}

function naiveNodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(Uint8Array.of(1), left, right)
}

function split(size: number): number {
  let k = 1
  while (k * 2 < size) k *= 2
  return k
}

/** MTH over leaf hashes. Subtrees are remembered by their bounds for one tree at a time. */
export class NaiveTree {
  readonly leafHashes: Leaves
  readonly #known = new Map<string, Uint8Array>()

  constructor(leafHashes: Leaves) {
    this.leafHashes = leafHashes
  }

  root(size: number): Uint8Array {
    return size === 0 ? sha256() : this.hash(0, size)
  }

  hash(start: number, end: number): Uint8Array {
    if (end - start === 1) return this.leafHashes[start]!
    const key = `${start} ${end}`
    const known = this.#known.get(key)
    if (known) return known
    const middle = start + split(end - start)
    const hash = naiveNodeHash(this.hash(start, middle), this.hash(middle, end))
    this.#known.set(key, hash)
    return hash
  }

  /** The hashes of a tile of C2SP tlog-tiles. */
  tile(level: number, index: number, width: number): Uint8Array {
    const leaves = 256 ** level
    const hashes: number[] = []
    for (let at = index * 256; at < index * 256 + width; at++) {
      hashes.push(...this.hash(at * leaves, (at + 1) * leaves))
    }
    return Uint8Array.from(hashes)
  }

  /** PATH(m, D[n]) of §2.1.1 */
  inclusion(index: number, size: number, start = 0): Uint8Array[] {
    if (size - start === 1) return []
    const middle = start + split(size - start)
    return index < middle
      ? [...this.inclusion(index, middle, start), this.hash(middle, size)]
      : [...this.inclusion(index, size, middle), this.hash(start, middle)]
  }

  /** PROOF(m, D[n]) of §2.1.2 */
  consistency(from: number, to: number): Uint8Array[] {
    return from === 0 ? [] : this.#subproof(from, 0, to, true)
  }

  #subproof(from: number, start: number, end: number, complete: boolean): Uint8Array[] {
    if (from === end) return complete ? [] : [this.hash(start, end)]
    const middle = start + split(end - start)
    return from <= middle
      ? [...this.#subproof(from, start, middle, complete), this.hash(middle, end)]
      : [...this.#subproof(from, middle, end, false), this.hash(start, middle)]
  }
}

/** Different leaf hashes, as many as wanted, the same each time. */
export function sampleLeafHashes(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => naiveLeafHash(new TextEncoder().encode(`leaf ${index}`)))
}
