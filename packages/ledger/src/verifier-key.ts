import { sha256 } from '@noble/hashes/sha2.js'
import { base64, concat, equal, fromBase64, fromHex, hex, utf8 } from './bytes.ts'
import { LedgerError } from './errors.ts'

const ED25519 = 0x01
const PUBLIC_KEY_BYTES = 32
export const KEY_ID_BYTES = 4

/** An Ed25519 public key by the name and the id that its signatures carry (C2SP signed-note). */
export interface VerifierKey {
  readonly name: string
  /** 4 bytes */
  readonly id: Uint8Array
  /** 32 bytes */
  readonly publicKey: Uint8Array
}

/** The verifier key of a public key under a name. */
export function verifierKey(name: string, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name))
    throw new LedgerError('the name of a key is empty or holds a space, a plus or a control character')
  if (publicKey.length !== PUBLIC_KEY_BYTES) throw new LedgerError('an Ed25519 public key has 32 bytes')
  const typed = concat(Uint8Array.of(ED25519), publicKey)
  const id = sha256(concat(utf8(`${name}\n`), typed)).slice(0, KEY_ID_BYTES)
  return { name, id, publicKey }
}

/** `name+hex(id)+base64(0x01 ‖ public key)` */
export function formatVerifierKey(key: VerifierKey): string {
  return `${key.name}+${hex(key.id)}+${base64(concat(Uint8Array.of(ED25519), key.publicKey))}`
}

/** The key of such a string. Only Ed25519 keys whose id is the recommended hash are taken. */
export function parseVerifierKey(text: string): VerifierKey {
  const [name, id, ...rest] = text.split('+')
  if (name === undefined || id === undefined || rest.length === 0) {
    throw new LedgerError('a verifier key is a name, an id and a public key with a plus between them')
  }
  const typed = fromBase64(rest.join('+'))
  if (typed[0] !== ED25519) throw new LedgerError('the verifier key is not of Ed25519')
  const key = verifierKey(name, typed.slice(1))
  if (!equal(key.id, fromHex(id)))
    throw new LedgerError('the id of the verifier key is not the hash of its name and key')
  return key
}

/** True for what may name a key: not empty, well-formed, no Unicode space, no plus, no control character. */
export function isKeyName(name: string): boolean {
  return name.length > 0 && name.isWellFormed() && !/[\p{White_Space}\p{Cc}+]/u.test(name)
}
