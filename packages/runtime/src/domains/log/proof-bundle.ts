import { operations, ProofBundle } from '@membrane/contract'
import { admit, create, implement } from '../../admission/decision.ts'
import { proofManifest } from '../../admission/guards/log-proof.ts'

export const bundleProof = implement(operations['proof.bundle'], {
  facts: async (_, view, at) => {
    const { size } = await view.log.head(at.tenant)
    const root = await view.prover.tree.root(at.tenant, size)
    return { size, rootHash: `sha256:${Buffer.from(root).toString('hex')}` }
  },

  decide: (_, { size, rootHash }, at) => {
    const proof_bundle = at.mint('proof_bundle')
    const manifest_commitment = at.digest(proofManifest(size, rootHash))
    const state = { tree_size: size, root_hash: rootHash, manifest_commitment }
    return admit({ proof_bundle, ...state }, [create(ProofBundle, proof_bundle, state)])
  },
})
