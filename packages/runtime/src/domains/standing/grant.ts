import { StandingClaim, StandingEvaluation, operations, StandingGrant } from '@membrane/contract'
import { admit, create, implement, next, refuse } from '../../admission/decision.ts'
import { readPresence, refuseCitedPresence } from '../../admission/guards/presence.ts'

export const grantStanding = implement(operations['standing.grant'], {
  facts: async (input, view) => ({
    claim: await view.get(StandingClaim, input.standing_claim),
    evaluation: await view.get(StandingEvaluation, input.standing_evaluation),
    presence: await readPresence(view, input.human_presence_receipt),
  }),

  decide: (input, { claim, evaluation, presence }, at) => {
    if (!claim) return refuse('standing_claim_unknown')
    if (!evaluation) return refuse('standing_evaluation_unknown')
    if (evaluation.state.standing_claim !== claim.ref) return refuse('standing_evaluation_claim_mismatch')
    if (!evaluation.state.grantable) return refuse('standing_evaluation_not_grantable')
    if (evaluation.state.granted !== null) return refuse('standing_evaluation_consumed')
    const { actor, company, office, powers } = input
    const claimed = claim.state
    if (actor !== claimed.actor || company !== claimed.company || office !== claimed.office) {
      return refuse('standing_grant_claim_mismatch')
    }
    const refused = refuseCitedPresence(presence, actor, at)
    if (refused) return refused
    const standing = at.mint('standing_grant')
    return admit({ standing }, [
      create(StandingGrant, standing, {
        standing_claim: claim.ref,
        standing_evaluation: evaluation.ref,
        actor,
        company,
        office,
        powers,
        status: 'active',
        revoked_at: null,
        reason_digest: null,
      }),
      next(StandingEvaluation, evaluation, { granted: standing }),
    ])
  },
})
