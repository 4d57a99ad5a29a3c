import type { Ref } from '../refs.ts'
import type { ProofBundleState } from './records.ts'

/** What the commitment of a proof bundle covers, beside its size and root. */
export const proofManifestVersion = 'membrane/proof-bundle/v1'

/** The bundle that every tenant has from the start: over the empty log, whose root is the hash of nothing. */
export const genesisBundle: ProofBundleState & { readonly proof_bundle: Ref } = {
  proof_bundle: 'proof_bundle:fixture_genesis',
  tree_size: 0,
  root_hash: 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  manifest_commitment: 'sha256:8f3c05888ea49c128f52c8185b4f630d13e4730d90be4841282d68feda710cfb',
}
