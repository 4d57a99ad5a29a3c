import { Mandate, operations } from '@membrane/contract'
import { admit, already, implement, next, refuse } from '../../admission/decision.ts'
import { affectedMandates, readDependants } from '../../admission/guards/authority.ts'

export const revokeMandate = implement(operations['mandate.revoke'], {
  facts: async (input, view, at) => ({
    mandate: await view.get(Mandate, input.mandate),
    dependants: await readDependants(view, input.mandate, at.now),
  }),

  decide: (input, { mandate, dependants }, at) => {
    if (!mandate) return refuse('mandate_unknown')
    const body = {
      mandate: mandate.ref,
      revocation_record: `${mandate.ref}_revoked`,
      ...affectedMandates(dependants),
    }
    if (mandate.state.status === 'revoked')
      return already({ ...body, stable_code: 'mandate_already_revoked' })
    const reason_digest = at.digest(input.reason)
    return admit(body, [next(Mandate, mandate, { status: 'revoked', revoked_at: at.time, reason_digest })])
  },
})
