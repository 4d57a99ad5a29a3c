import { holdsScope, operations, Mandate, type MandateState } from '@membrane/contract'
import { admit, create, implement, refuse } from '../../admission/decision.ts'
import { holderOf, isEffective, powersOf, readChain, type Source } from '../../admission/guards/authority.ts'
import { readGivenPresence, refuseApproval, usePresence } from '../../admission/guards/presence-approval.ts'
import { isFresh, isOf } from '../../admission/guards/presence.ts'
import { secondsAfter } from '../../admission/guards/later.ts'

export const delegateMandate = implement(operations['mandate.delegate'], {
  facts: async (input, view) => ({
    presence: await readGivenPresence(view, 'mandate.delegate', input),
    chain: await readChain(view, input.source_standing),
  }),

  decide: (input, { presence, chain }, at) => {
    const { principal, delegate, source_standing, act_scope, readable_lens, human_presence_receipt } = input
    if (!presence) return refuse('mandate_human_presence_unknown')
    const receiptOnly = presence.approval === undefined
    if (at.gated && receiptOnly && !isFresh(presence, at)) return refuse('human_presence_receipt_expired')
    if (at.gated && !isOf(presence, principal)) return refuse('human_presence_subject_mismatch')
    const misused = refuseApproval(presence, at)
    if (misused) return misused
    if (principal === delegate) return refuse('mandate_self_delegation_refused')
    const source = chain[0]!
    if (source.kind === 'unknown' || (at.gated && source.kind === 'referenced')) {
      return refuse('mandate_source_standing_unknown')
    }
    if (!isEffective(chain, at.now)) return refuse('mandate_source_standing_revoked')
    if (at.gated && holderOf(source) !== principal) return refuse('mandate_principal_mismatch')
    if (!liesWithin(act_scope, source)) return refuse('mandate_act_scope_exceeds_powers')
    const mandate = at.mint('mandate')
    const { expires_in_seconds: seconds } = input
    const expires_at = seconds === undefined ? null : secondsAfter(at, seconds)
    const state: MandateState = {
      principal,
      delegate,
      source_standing,
      act_scope,
      readable_lens,
      human_presence_receipt,
      expires_at,
      status: 'active',
      revoked_at: null,
      reason_digest: null,
    }
    return admit({ mandate, expires_at }, [create(Mandate, mandate, state), ...usePresence(presence, at)])
  },
})

/** Every act must be covered by a power. A standing that lists none names no limit; a mandate always limits. */
function liesWithin(actScope: readonly string[], source: Source): boolean {
  const powers = powersOf(source)
  if (powers.length === 0 && source.kind !== 'mandate') return true
  return actScope.every((act) => holdsScope(powers, act))
}
