import { Mandate, operations, type MandateState } from '@membrane/contract'
import { admit, implement, refuse } from '../../admission/decision.ts'
import {
  hasExpired,
  holderOf,
  isEffective,
  powersOf,
  readChain,
  statusOfSource,
  type Source,
} from '../../admission/guards/authority.ts'

export const inspectMandate = implement(operations['mandate.inspect'], {
  facts: async (input, view) => {
    const mandate = await view.get(Mandate, input.mandate)
    return { mandate, chain: mandate ? await readChain(view, mandate.state.source_standing) : [] }
  },

  decide: (_, { mandate, chain }, at) => {
    if (!mandate) return refuse('mandate_unknown')
    const { principal, delegate, source_standing, act_scope, readable_lens, expires_at, status } =
      mandate.state
    return admit({
      mandate: mandate.ref,
      principal,
      delegate,
      source_standing,
      act_scope,
      readable_lens,
      expires_at,
      status,
      effective_status: effectiveStatus(mandate.state, chain, at.now),
      authority_chain: chain.map((source) => ({
        ref: source.ref,
        status: statusOfSource(source, at.now),
        holder: holderOf(source),
        powers: powersOf(source),
      })),
    })
  },
})

/** Computed when it is read: a mandate is effective while it and everything above it is active and in date. */
function effectiveStatus(mandate: MandateState, chain: readonly Source[], now: number) {
  if (mandate.status === 'revoked') return 'revoked'
  if (hasExpired(mandate, now)) return 'expired'
  return isEffective(chain, now) ? 'active' : 'suspended_by_source'
}
