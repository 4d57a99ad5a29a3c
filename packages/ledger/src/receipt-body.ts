import { isIndex } from './bits.ts'
import { base64, fromBase64 } from './bytes.ts'
import { LedgerError } from './errors.ts'
import { HASH_BYTES } from './hasher.ts'
import { formatTlogProof, type TlogProof } from './tlog-proof.ts'

/** The part of a shown receipt that proves it. Hashes and the leaf are in base64. */
export interface ReceiptBody {
  readonly leaf: string
  readonly inclusion: {
    readonly index: number
    readonly tree_size: number
    readonly hashes: readonly string[]
  }
  readonly checkpoint: string
}

/** The JSON form of a proof over a tree size. */
export function formatReceiptBody(proof: Required<TlogProof>, treeSize: number): ReceiptBody {
  return {
    leaf: base64(proof.extra),
    inclusion: { index: proof.index, tree_size: treeSize, hashes: proof.hashes.map(base64) },
    checkpoint: proof.checkpoint,
  }
}

/** The receipt file of a shown receipt, nothing verified. */
export function receiptFile(body: unknown): string {
  return formatTlogProof(parseReceiptBody(body).proof)
}

/** The proof in a shown receipt, and the tree size that the receipt states for it. Other fields are ignored. */
export function parseReceiptBody(body: unknown): { proof: Required<TlogProof>; treeSize: number } {
  const { leaf, inclusion, checkpoint } = record(body)
  const { index, tree_size: treeSize, hashes } = record(inclusion)
  if (typeof leaf !== 'string' || typeof checkpoint !== 'string') {
    throw new LedgerError('the receipt has a leaf and a checkpoint as text')
  }
  if (!isIndex(index) || !isIndex(treeSize)) {
    throw new LedgerError('the index or the tree size of the inclusion is not a safe integer')
  }
  if (!Array.isArray(hashes)) throw new LedgerError('the inclusion has a list of hashes')
  return { proof: { extra: fromBase64(leaf), index, hashes: hashes.map(parseHash), checkpoint }, treeSize }
}

function parseHash(text: unknown): Uint8Array {
  const hash = typeof text === 'string' ? fromBase64(text) : undefined
  if (hash?.length !== HASH_BYTES) throw new LedgerError('a hash of the inclusion is not 32 bytes in base64')
  return hash
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new LedgerError('the receipt is not an object')
  return value as Record<string, unknown>
}
