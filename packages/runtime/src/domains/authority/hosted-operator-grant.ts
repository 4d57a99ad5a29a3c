import {
  HostedOperatorGrant,
  HostedOperatorRoster,
  operations,
  type HostedOperatorGrantState,
} from '@membrane/contract'
import { admit, create, implement, refuse } from '../../admission/decision.ts'
import { isInForce, readChain } from '../../admission/guards/authority.ts'
import { enterGrant } from '../../admission/guards/hosted-operator.ts'
import { secondsAfter } from '../../admission/guards/later.ts'

export const grantHostedOperator = implement(operations['authority.hostedOperator.grant'], {
  facts: async (input, view, at) => ({
    chain: await readChain(view, input.standing),
    roster: await view.get(HostedOperatorRoster, at.tenant),
  }),

  decide: (input, { chain, roster }, at) => {
    if (!at.durable) return refuse('hosted_operator_grant_requires_durable_store')
    if (at.caller.builtIn === null) return refuse('hosted_operator_built_in_session_required')
    const { operator, approver, standing, evidence, reason_hash } = input
    if (operator === approver) return refuse('hosted_operator_self_approval')
    if (!isInForce(chain, at.now)) return refuse('hosted_operator_standing_not_in_force')
    if (evidence.length === 0) return refuse('required_evidence_missing')
    const grant = at.mint(HostedOperatorGrant.kind)
    const expires_at = secondsAfter(at, input.expires_in_seconds)
    const state: HostedOperatorGrantState = {
      operator,
      approver,
      standing,
      evidence,
      reason_hash,
      expires_at,
      status: 'active',
      revoked_at: null,
      revocation_reason_hash: null,
    }
    return admit({ hosted_operator_grant: grant, expires_at, root_signing: at.rootSigning }, [
      create(HostedOperatorGrant, grant, state),
      enterGrant(roster, { grant, standing, expires_at }, at),
    ])
  },
})
