import { kindOf, operations, StandingClaim, StandingEvaluation, type Ref } from '@membrane/contract'
import { admit, create, implement, refuse } from '../../admission/decision.ts'
import { readPresence, refuseCitedPresence } from '../../admission/guards/presence.ts'

export const evaluateStanding = implement(operations['standing.evaluate'], {
  facts: async (input, view) => ({
    claim: await view.get(StandingClaim, input.standing_claim),
    presence: await readPresence(view, input.human_presence_receipt),
  }),

  decide: (input, { claim, presence }, at) => {
    if (!claim) return refuse('standing_claim_unknown')
    const refused = refuseCitedPresence(presence, claim.state.actor, at)
    if (refused) return refused
    const standing_evaluation = at.mint('standing_evaluation')
    const grantable = input.evidence.some(isAuthorityEvidence)
    const decision = grantable ? 'grantable_fixture' : 'evidence_missing'
    const { standing_claim, evidence } = input
    const state = { standing_claim, evidence, decision, grantable, granted: null } as const
    return admit(
      { standing_evaluation, standing_claim, decision, grantable },
      [create(StandingEvaluation, standing_evaluation, state)],
      grantable ? {} : { outcome: 'pending', reasons: ['evidence_missing'] },
    )
  },
})

const presenceKinds = ['human_presence_receipt', 'cpu_face_match_receipt', 'presence_approval']

/** Presence is no evidence of authority, however it is cited. */
function isAuthorityEvidence(ref: Ref): boolean {
  return !presenceKinds.includes(kindOf(ref))
}
