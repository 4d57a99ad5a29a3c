import { operations, StandingClaim } from '@membrane/contract'
import { admit, create, implement } from '../../admission/decision.ts'
import { readPresence, refuseCitedPresence } from '../../admission/guards/presence.ts'

export const claimStanding = implement(operations['standing.claim'], {
  facts: async (input, view) => ({ presence: await readPresence(view, input.human_presence_receipt) }),

  decide: (input, { presence }, at) => {
    const refused = refuseCitedPresence(presence, input.actor, at)
    if (refused) return refused
    const standing_claim = at.mint('standing_claim')
    const { actor, company, office, evidence } = input
    return admit({ standing_claim }, [
      create(StandingClaim, standing_claim, { actor, company, office, evidence, status: 'claimed' }),
    ])
  },
})
