import { record } from '../record.ts'

export interface ProofBundleState {
  /** How many commits the bundle covers. */
  readonly tree_size: number
  /** `sha256:` and hex of the tree's root at that size. */
  readonly root_hash: string
  readonly manifest_commitment: string
}

export const ProofBundle = record<ProofBundleState>()('proof_bundle', {
  index: { manifest_commitment: (state) => state.manifest_commitment },
})
