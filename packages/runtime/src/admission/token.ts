import { timingSafeEqual } from 'node:crypto'
import { mac } from './mac.ts'

const prefix = 'mbx_'
const form = /^mbx_([A-Za-z0-9_-]{43})_([A-Za-z0-9_-]{22})$/

/**
 * A bearer token: `mbx_`, 32 random bytes, `_`, and the first 16 bytes of an HMAC-SHA-256 over the secret
 * part. The tag makes a guess cost one hash here and no look-up anywhere.
 */
export function issueToken(secret: Uint8Array, key: Uint8Array): string {
  const part = Buffer.from(secret).toString('base64url')
  return `${prefix}${part}_${tagOf(part, key)}`
}

/** Whether this runtime's key made the token's tag. Takes the same time wherever the tags differ. */
export function hasValidTag(token: string, key: Uint8Array): boolean {
  const [, part, tag] = form.exec(token) ?? []
  if (part === undefined || tag === undefined) return false
  return timingSafeEqual(Buffer.from(tagOf(part, key)), Buffer.from(tag))
}

/** The tag as text: base64url has several spellings of one tag, and only ours is a token. */
function tagOf(part: string, key: Uint8Array): string {
  return mac(key, part).subarray(0, 16).toString('base64url')
}
