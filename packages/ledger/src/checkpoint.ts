import { isIndex } from './bits.ts'
import { base64, fromBase64 } from './bytes.ts'
import { LedgerError } from './errors.ts'
import { HASH_BYTES } from './hasher.ts'
import { formatNote, parseNote, signNote, verifyNote, type Note, type Sign } from './note.ts'
import { isOrigin } from './origin.ts'
import { keysOfOrigin, type Policy } from './policy.ts'
import type { VerifierKey } from './verifier-key.ts'

/** The state of a log at a size (C2SP tlog-checkpoint). */
export interface Checkpoint {
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
}

/** A key that can sign. Its name is the origin of the log that it signs for. */
export interface NoteSigner {
  readonly key: VerifierKey
  readonly sign: Sign
}

/** The three lines that are signed. */
export function formatCheckpointBody({ origin, size, root }: Checkpoint): string {
  if (!isOrigin(origin)) throw new LedgerError('the origin is not 1 to 200 characters of lower-case ASCII')
  if (!isIndex(size)) throw new LedgerError('the size of a checkpoint is not a safe integer')
  if (root.length !== HASH_BYTES) throw new LedgerError('the root of a checkpoint has 32 bytes')
  return `${origin}\n${size}\n${base64(root)}\n`
}

/** The checkpoint of a note's text. Extension lines are taken and left out; nothing is verified. */
export function parseCheckpointBody(text: string): Checkpoint {
  if (!text.endsWith('\n')) throw new LedgerError('the text of a checkpoint ends with a newline')
  const [origin, size, root, ...extensions] = text.slice(0, -1).split('\n')
  if (!origin || size === undefined || root === undefined || extensions.includes('')) {
    throw new LedgerError('a checkpoint is an origin, a size and a root, each on its line')
  }
  if (!/^(0|[1-9]\d*)$/.test(size) || !isIndex(Number(size))) {
    throw new LedgerError('the size of the checkpoint is not a decimal safe integer')
  }
  const hash = fromBase64(root)
  if (hash.length !== HASH_BYTES) throw new LedgerError('the root of the checkpoint has not 32 bytes')
  return { origin, size: Number(size), root: hash }
}

/** The signed note of a checkpoint, a line for each signer. */
export async function signCheckpoint(
  checkpoint: Checkpoint,
  signers: readonly NoteSigner[],
): Promise<string> {
  const text = formatCheckpointBody(checkpoint)
  const signatures = await Promise.all(signers.map(({ key, sign }) => signNote(text, key, sign)))
  return formatNote({ text, signatures })
}

/** A checkpoint as its log publishes it. */
export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint
  readonly note: Note
}

/** The checkpoint of a signed note, nothing verified. */
export function parseCheckpoint(text: string): SignedCheckpoint {
  const note = parseNote(text)
  return { checkpoint: parseCheckpointBody(note.text), note }
}

/** The keys that the policy trusts for the checkpoint's origin and that signed it; none, and it throws. */
export async function verifyCheckpoint(
  { checkpoint, note }: SignedCheckpoint,
  policy: Policy,
): Promise<VerifierKey[]> {
  return verifyNote(note, keysOfOrigin(policy, checkpoint.origin))
}
