import type { Context } from './decision.ts'
import type { Entropy } from './ids.ts'
import { mac } from './mac.ts'
import { issueToken } from './token.ts'

const secretBytes = 32

export interface SecretKeys {
  /** Key of the tags of issued tokens. */
  readonly tokenKey: Uint8Array
  /** Key of the hashes by which bodies under one Idempotency-Key are compared. */
  readonly bodyKey: Uint8Array
}

/** The secrets of one call: each is drawn once, so a decision that runs again answers the same. */
export function createSecrets(
  entropy: Entropy,
  { tokenKey, bodyKey }: SecretKeys,
): Pick<Context, 'keyed' | 'secret' | 'token'> {
  let drawn: Map<string, Uint8Array> | undefined
  const bytesOf = (name: string): Uint8Array => {
    drawn ??= new Map()
    const bytes = drawn.get(name) ?? entropy.bytes(secretBytes)
    drawn.set(name, bytes)
    return bytes
  }
  return {
    keyed: (text) => `sha256:${mac(bodyKey, `keyed\n${text}`).toString('hex')}`,
    secret: (name) => Buffer.from(bytesOf(name)).toString('base64url'),
    token: () => issueToken(bytesOf('bearer'), tokenKey),
  }
}
