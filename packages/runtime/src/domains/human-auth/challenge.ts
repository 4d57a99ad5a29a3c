import { operations } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'
import { issueChallenge } from '../../admission/guards/challenges.ts'

export const challengePresence = implement(operations['humanAuth.challenge'], {
  decide: ({ subject = null, relying_party_id = null, scopes = [] }, _, at) => {
    const issued = issueChallenge(
      { purpose: 'presence', subject, relying_party_id, origin: null, scopes },
      at,
    )
    return admit({ challenge: issued.id }, [issued.write])
  },
})
