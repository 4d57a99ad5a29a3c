import { createPublicKey, hash } from 'node:crypto'

/** An ES256 public key as it is kept: the 65 bytes of the uncompressed P-256 point in hex, and their hash. */
export interface PublicKey {
  readonly public_key_uncompressed_hex: string
  readonly public_key_hash: string
}

const uncompressed = /^04[0-9a-f]{128}$/

/** Reads an uncompressed point (SEC 1, section 2.3.3) in hex; undefined where it is none, or not on the curve. */
export function readPublicKey(hex: string): PublicKey | undefined {
  const lower = hex.toLowerCase()
  if (!uncompressed.test(lower) || !isOnCurve(lower)) return undefined
  return { public_key_uncompressed_hex: lower, public_key_hash: hashBytes(Buffer.from(lower, 'hex')) }
}

function isOnCurve(hex: string): boolean {
  try {
    createPublicKey({ key: publicJwk(hex), format: 'jwk' })
    return true
  } catch {
    return false
  }
}

/** The JSON Web Key (RFC 7518, section 6.2.1) of an uncompressed point in hex. */
export function publicJwk(hex: string) {
  const coordinates = Buffer.from(hex.slice(2), 'hex')
  const [x, y] = [coordinates.subarray(0, 32), coordinates.subarray(32)]
  return { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
}

/** `sha256:` and hex over bytes. */
export function hashBytes(bytes: Uint8Array): string {
  return `sha256:${hash('sha256', bytes, 'hex')}`
}
