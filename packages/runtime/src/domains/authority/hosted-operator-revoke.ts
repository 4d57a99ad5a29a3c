import { HostedOperatorGrant, HostedOperatorRoster, operations } from '@membrane/contract'
import { admit, already, implement, next, refuse } from '../../admission/decision.ts'
import { strikeGrant } from '../../admission/guards/hosted-operator.ts'

export const revokeHostedOperator = implement(operations['authority.hostedOperator.revoke'], {
  facts: async (input, view, at) => ({
    found: await view.get(HostedOperatorGrant, input.hosted_operator_grant),
    roster: await view.get(HostedOperatorRoster, at.tenant),
  }),

  decide: ({ reason_hash }, { found, roster }, at) => {
    if (!found) return refuse('hosted_operator_grant_unknown')
    const body = {
      hosted_operator_grant: found.ref,
      revocation_record: `${found.ref}_revoked`,
      expires_at: found.state.expires_at,
      root_signing: at.rootSigning,
    }
    if (found.state.status === 'revoked') {
      return already({ ...body, stable_code: 'hosted_operator_grant_already_revoked' })
    }
    const revoked = { status: 'revoked', revoked_at: at.time, revocation_reason_hash: reason_hash } as const
    return admit(body, [next(HostedOperatorGrant, found, revoked), strikeGrant(roster, found.ref, at)])
  },
})
