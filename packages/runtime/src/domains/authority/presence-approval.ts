import { limits, operations, PresenceApproval, type PresenceApprovalState } from '@membrane/contract'
import { admit, create, implement, refuse } from '../../admission/decision.ts'
import { consume, isConsumed, readPresence, refuseCitedPresence } from '../../admission/guards/presence.ts'
import { secondsAfter } from '../../admission/guards/later.ts'

export const approvePresence = implement(operations['authority.presenceApproval'], {
  facts: async (input, view) => ({ presence: await readPresence(view, input.human_presence_receipt) }),

  decide: (input, { presence }, at) => {
    const { actor, human_presence_receipt, for_operation, intent_hash } = input
    const { receipt } = presence
    if (!receipt) return refuse('human_presence_receipt_unknown')
    const refused = refuseCitedPresence(presence, actor, at)
    if (refused) return refused
    if (at.gated && at.caller.builtIn === null && at.caller.actor !== actor) {
      return refuse('human_presence_subject_mismatch', 'The person who approves must be the caller.')
    }
    if (isConsumed(receipt.state, 'authority.presenceApproval', at)) {
      return refuse('human_presence_receipt_consumed')
    }
    const presence_approval = at.mint(PresenceApproval.kind)
    const expires_at = secondsAfter(at, limits.presenceApprovalSeconds)
    const state: PresenceApprovalState = {
      actor,
      human_presence_receipt,
      for_operation,
      intent_hash,
      expires_at,
      used_at: null,
    }
    return admit({ presence_approval, for_operation, intent_hash, expires_at }, [
      create(PresenceApproval, presence_approval, state),
      consume(receipt, 'authority.presenceApproval'),
    ])
  },
})
