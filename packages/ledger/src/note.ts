import { base64, concat, equal, fromBase64, utf8 } from './bytes.ts'
import { verifyEd25519 } from './ed25519.ts'
import { LedgerError } from './errors.ts'
import { isKeyName, KEY_ID_BYTES, type VerifierKey } from './verifier-key.ts'

const SIGNATURES_MAX = 100
const SIGNATURE_LINE = /^— (\S+) (\S+)$/u

/** A signature line of a note; whose it is and what it covers is not known before it is verified. */
export interface NoteSignature {
  readonly name: string
  /** 4 bytes */
  readonly keyId: Uint8Array
  readonly signature: Uint8Array
}

/** A text and the signatures below it (C2SP signed-note). The text ends with a newline, which is signed too. */
export interface Note {
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** Signs bytes with the private half of a key; for Ed25519 it answers 64 bytes. */
export type Sign = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>

/** The parts of a note, nothing verified. Strict, and takes 1 to 100 signatures. */
export function parseNote(note: string): Note {
  checkText(note)
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n'))
    throw new LedgerError('a note is a text, an empty line and signature lines')
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > SIGNATURES_MAX) throw new LedgerError('the note has over 100 signatures')
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignature) }
}

/** The note as text. */
export function formatNote(note: Note): string {
  checkText(note.text)
  if (!note.text.endsWith('\n')) throw new LedgerError('the text of a note ends with a newline')
  if (note.signatures.length === 0) throw new LedgerError('a note has a signature')
  const lines = note.signatures.map(
    (line) => `— ${line.name} ${base64(concat(line.keyId, line.signature))}\n`,
  )
  return `${note.text}\n${lines.join('')}`
}

/** The signature of a key over a note's text. */
export async function signNote(text: string, key: VerifierKey, sign: Sign): Promise<NoteSignature> {
  return { name: key.name, keyId: key.id, signature: await sign(utf8(text)) }
}

/**
 * The known keys whose signatures the note bears, in the order of the keys; at least one, or it throws.
 * Signatures of unknown keys mean nothing. A signature that bears a known key's name and id and is not this
 * key's makes the whole note worthless.
 */
export async function verifyNote(note: Note, keys: readonly VerifierKey[]): Promise<VerifierKey[]> {
  const message = utf8(note.text)
  const verified: VerifierKey[] = []
  for (const key of keys) {
    const own = note.signatures.filter((line) => line.name === key.name && equal(line.keyId, key.id))
    for (const line of own) {
      if (await verifyEd25519(key.publicKey, message, line.signature)) continue
      throw new LedgerError(`the signature of ${key.name} is not by the known key`)
    }
    if (own.length > 0) verified.push(key)
  }
  if (verified.length === 0) throw new LedgerError('no known key has signed the note')
  return verified
}

function parseSignature(line: string): NoteSignature {
  const match = SIGNATURE_LINE.exec(line)
  if (!match || !isKeyName(match[1]!))
    throw new LedgerError('a signature line is a dash, a key name and base64')
  const blob = fromBase64(match[2]!)
  if (blob.length <= KEY_ID_BYTES) throw new LedgerError('a signature line has a key id and a signature')
  return { name: match[1]!, keyId: blob.slice(0, KEY_ID_BYTES), signature: blob.slice(KEY_ID_BYTES) }
}

function checkText(text: string): void {
  if (!text.isWellFormed()) throw new LedgerError('the note holds a lone surrogate')
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x09\x0b-\x1f]/.test(text)) throw new LedgerError('the note holds a control character')
}
