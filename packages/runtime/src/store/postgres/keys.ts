import { hash } from 'node:crypto'
import { recordReality, type Ref } from '@membrane/contract'

const kept = new Map<string, Buffer>()
const keptMax = 20_000
const record = Buffer.alloc(0)

/** SHA-256 of a text: what stands for a ref of any length in a key. */
export function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** The hash of a tenant, remembered: it is asked for again and again. */
export function tenantHash(tenant: Ref): Buffer {
  let found = kept.get(tenant)
  if (found === undefined) {
    if (kept.size >= keptMax) kept.clear()
    found = hashOf(tenant)
    kept.set(tenant, found)
  }
  return found
}

/** The record's key is empty, so that the index entries of nearly every atom are short. */
export function realityHash(reality: Ref): Buffer {
  return reality === recordReality ? record : hashOf(reality)
}

/** Refs hold no white space and kinds neither, so a line break keeps the parts apart. */
export function listingHash(reality: Ref, kind: string, key: string): Buffer {
  return hashOf(`${reality}\n${kind}\n${key}`)
}

export function claimHash(space: string, key: string): Buffer {
  return hashOf(`${space}\n${key}`)
}
