import { sha256 } from '@noble/hashes/sha2.js'
import { hex, utf8 } from './bytes.ts'

/** SHA-256 of bytes, 32 bytes, synchronous. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

/** The hashing of a Merkle tree (RFC 6962 §2.1). Every result is 32 bytes. */
export interface Hasher {
  /** SHA-256(0x00 ‖ leaf) */
  leaf(bytes: Uint8Array): Uint8Array
  /** SHA-256(0x01 ‖ left ‖ right) */
  node(left: Uint8Array, right: Uint8Array): Uint8Array
  /** SHA-256 of nothing: the root of a tree without leaves. */
  empty(): Uint8Array
}

export const HASH_BYTES = 32

/** The hasher that needs nothing but JavaScript. */
export const nobleHasher: Hasher = {
  leaf(bytes) {
    const input = new Uint8Array(1 + bytes.length)
    input.set(bytes, 1)
    return sha256(input)
  },
  node(left, right) {
    const input = new Uint8Array(1 + left.length + right.length)
    input[0] = 1
    input.set(left, 1)
    input.set(right, 1 + left.length)
    return sha256(input)
  },
  empty: () => sha256(new Uint8Array(0)),
}

/** `sha256:` and the hexadecimal SHA-256 of a text in UTF-8. */
export function textDigest(text: string): string {
  return `sha256:${hex(sha256(utf8(text)))}`
}

/**
 * The digest that the log shows for content: `sha256:` and the hexadecimal SHA-256 of the salt followed by
 * the canonical JSON in UTF-8. Salts are 32 random bytes, so that content with little entropy is not guessed.
 */
export function saltedDigest(salt: Uint8Array, canonical: string, hash: Sha256 = sha256): string {
  const content = utf8(canonical)
  const input = new Uint8Array(salt.length + content.length)
  input.set(salt)
  input.set(content, salt.length)
  return `sha256:${hex(hash(input))}`
}
