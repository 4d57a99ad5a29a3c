import { proofManifestVersion } from '@membrane/contract'
import { base64, canonicalJson, formatReceiptBody, type ReceiptBody } from '@membrane/ledger'
import type { View } from '../decision.ts'

/** The way from a leaf to a checkpoint that covers it, as answers show it; undefined where the log is forked. */
export async function proveLeaf(
  { prover }: Pick<View, 'prover'>,
  tenant: string,
  sequence: number,
  leaf: Uint8Array,
): Promise<(ReceiptBody & { readonly verifier_key: string }) | undefined> {
  const checkpoint = await prover.covering(tenant, sequence)
  if (checkpoint === undefined) return undefined
  const { note, size, verifierKey } = checkpoint
  const hashes = await prover.tree.inclusion(tenant, sequence, size)
  const proof = formatReceiptBody({ extra: leaf, index: sequence, hashes, checkpoint: note }, size)
  return { ...proof, verifier_key: verifierKey }
}

/** Hashes and bytes as answers show them. */
export const shown = base64

/** What the `manifest_commitment` of a proof bundle hashes: canonical JSON. */
export function proofManifest(tree_size: number, root_hash: string): string {
  return canonicalJson({ root_hash, tree_size, v: proofManifestVersion })
}
