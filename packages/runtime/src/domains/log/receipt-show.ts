import { identifierOf, operations } from '@membrane/contract'
import { admit, implement, refuse } from '../../admission/decision.ts'
import { entryOf } from '../../admission/guards/commit-entry.ts'
import { proveLeaf } from '../../admission/guards/log-proof.ts'

export const showReceipt = implement(operations['receipt.show'], {
  facts: async (input, view, at) => {
    const commit = await view.log.commitOf(at.tenant, `commit:${identifierOf(input.ref)}`)
    if (commit === undefined) return { commit, proof: undefined }
    return { commit, proof: await proveLeaf(view, at.tenant, commit.sequence, commit.leaf) }
  },

  decide: (_, { commit, proof }, at) => {
    if (commit === undefined) return refuse('receipt_not_in_log')
    if (proof === undefined) return refuse('log_fork_detected')
    return admit({ commit: entryOf(commit, at), ...proof })
  },
})
