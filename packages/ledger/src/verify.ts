import { checkAtom, type AtomRecord } from './atom-record.ts'
import { verifyInclusion } from './check-proof.ts'
import { parseCheckpoint, verifyCheckpoint, type Checkpoint } from './checkpoint.ts'
import { checked, LedgerError, type VerificationStep } from './errors.ts'
import { nobleHasher, type Hasher } from './hasher.ts'
import type { CommitLeaf, LeafAtom } from './leaf.ts'
import { parseLeaf } from './parse-leaf.ts'
import type { Policy } from './policy.ts'
import { parseReceiptBody } from './receipt-body.ts'
import { parseTlogProof, type TlogProof } from './tlog-proof.ts'
import type { VerifierKey } from './verifier-key.ts'

export interface VerifyOptions {
  /** An atom whose state must be what the commit wrote. */
  readonly atom?: AtomRecord
  /** The whole list of the commit's atoms, for a leaf that shows only their digest. */
  readonly atoms?: readonly LeafAtom[]
  readonly hasher?: Hasher
}

/** What a receipt proves: this commit is at this index of the log that the checkpoint describes. */
export interface VerifiedReceipt {
  readonly leaf: CommitLeaf
  readonly leafHash: Uint8Array
  readonly index: number
  readonly checkpoint: Checkpoint
  /** The trusted keys that signed the checkpoint. */
  readonly keys: readonly VerifierKey[]
  /** The checks that were made, in their order. */
  readonly steps: readonly VerificationStep[]
}

/** Verifies a receipt file (C2SP tlog-proof). Throws a VerificationError with the first check that fails. */
export async function verifyReceipt(
  file: string,
  policy: Policy,
  options: VerifyOptions = {},
): Promise<VerifiedReceipt> {
  return verifyProof(await checked('parse', () => parseTlogProof(file)), policy, options)
}

/**
 * Verifies a receipt in the JSON form that the service shows: `leaf`, `inclusion` and `checkpoint`. Whatever
 * else the body holds, a verifier key among it, proves nothing and is not looked at: read the commit from the
 * leaf that comes back.
 */
export async function verifyReceiptBody(
  body: unknown,
  policy: Policy,
  options: VerifyOptions = {},
): Promise<VerifiedReceipt> {
  const { proof, treeSize } = await checked('parse', () => parseReceiptBody(body))
  return verifyProof(proof, policy, options, treeSize)
}

async function verifyProof(
  proof: TlogProof,
  policy: Policy,
  options: VerifyOptions,
  statedSize?: number,
): Promise<VerifiedReceipt> {
  const { index, hashes } = proof
  const steps: VerificationStep[] = []
  const check = async <T>(step: VerificationStep, run: () => T | Promise<T>): Promise<T> => {
    const result = await checked(step, run)
    steps.push(step)
    return result
  }

  const { signed, bytes, leaf } = await check('parse', () => parseParts(proof))
  const { checkpoint } = signed
  const keys = await check('checkpoint_signature', () => verifyCheckpoint(signed, policy))
  const hasher = options.hasher ?? nobleHasher
  const leafHash = await check('leaf_hash', () => hasher.leaf(bytes))
  await check('inclusion', () => {
    if (statedSize !== undefined && statedSize !== checkpoint.size) {
      throw new LedgerError('the tree size of the inclusion is not that of the checkpoint')
    }
    const inclusion = { index, treeSize: checkpoint.size, hashes }
    if (verifyInclusion(inclusion, leafHash, checkpoint.root, hasher)) return
    throw new LedgerError('the inclusion proof does not lead from the leaf to the root of the checkpoint')
  })
  await check('leaf_origin', () => {
    if (leaf.origin !== checkpoint.origin)
      throw new LedgerError('the leaf is of another log than the checkpoint')
  })
  await check('leaf_sequence', () => {
    if (leaf.sequence !== String(index)) throw new LedgerError('the sequence of the leaf is not its index')
  })
  const { atom } = options
  if (atom) await check('atom_digest', () => checkAtom(leaf, atom, options.atoms))
  return { leaf, leafHash, index, checkpoint, keys, steps }
}

function parseParts({ extra, checkpoint }: TlogProof) {
  if (!extra) throw new LedgerError('the receipt has no leaf')
  return { signed: parseCheckpoint(checkpoint), bytes: extra, leaf: parseLeaf(extra) }
}
