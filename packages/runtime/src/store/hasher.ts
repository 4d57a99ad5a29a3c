import { hash } from 'node:crypto'
import type { Hasher } from '@membrane/ledger'

const leafScratch = Buffer.alloc(16_384)
const nodeScratch = Buffer.alloc(65, 1)
const emptyHash = hash('sha256', Buffer.alloc(0), 'buffer')
leafScratch[0] = 0

/** RFC 6962 hashing on Node's own SHA-256. */
export const nodeHasher: Hasher = {
  leaf(bytes) {
    if (bytes.length >= leafScratch.length)
      return hash('sha256', Buffer.concat([Buffer.of(0), bytes]), 'buffer')
    leafScratch.set(bytes, 1)
    return hash('sha256', leafScratch.subarray(0, bytes.length + 1), 'buffer')
  },
  node(left, right) {
    nodeScratch.set(left, 1)
    nodeScratch.set(right, 33)
    return hash('sha256', nodeScratch, 'buffer')
  },
  empty: () => emptyHash,
}
