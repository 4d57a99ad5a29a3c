import { StandingGrant, operations } from '@membrane/contract'
import { admit, already, implement, next, refuse } from '../../admission/decision.ts'
import { affectedMandates, affectedSessions, readDependants } from '../../admission/guards/authority.ts'

export const revokeStanding = implement(operations['standing.revoke'], {
  facts: async (input, view, at) => ({
    grant: await view.get(StandingGrant, input.standing),
    dependants: await readDependants(view, input.standing, at.now),
  }),

  decide: (input, { grant, dependants }, at) => {
    if (!grant) return refuse('standing_unknown')
    const body = {
      standing: grant.ref,
      revocation_record: `${grant.ref}_revoked`,
      ...affectedMandates(dependants),
      ...affectedSessions(dependants),
    }
    if (grant.state.status === 'revoked') return already({ ...body, stable_code: 'standing_already_revoked' })
    const reason_digest = at.digest(input.reason)
    return admit(body, [
      next(StandingGrant, grant, { status: 'revoked', revoked_at: at.time, reason_digest }),
    ])
  },
})
