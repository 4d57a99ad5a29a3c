import { createPublicKey, verify } from 'node:crypto'
import { publicJwk } from './public-key.ts'

const signatureHex = /^[0-9a-f]{128}$/i

/**
 * Whether a signature in hex is ES256 (RFC 7518, section 3.4: ECDSA on P-256 with SHA-256, raw r and s) by a key,
 * over the 32 bytes that a `sha256:` hash names. The bytes are the message: they are hashed once more.
 */
export function isSignedHash(hash: string, signature: string, publicKeyHex: string): boolean {
  if (!signatureHex.test(signature)) return false
  const message = Buffer.from(hash.slice('sha256:'.length), 'hex')
  const key = createPublicKey({ key: publicJwk(publicKeyHex), format: 'jwk' })
  return verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'hex'))
}
