import type { Ref } from '@membrane/contract'
import { sha256 } from './keys.ts'
import { actor } from './standing.ts'
import type { Stage } from './stage.ts'

/** An operator may commit for an hour, where the record outlives the process; elsewhere nobody may. */
export async function grantOperator(stage: Stage, standing: Ref, durable: boolean): Promise<void> {
  const { membrane, tenant, chapter, step, refused } = stage
  chapter('An operator for an hour')
  const grant = {
    tenant,
    operator: actor,
    approver: 'human_person:bob',
    standing,
    evidence: ['evidence_bundle:change_request'],
    expires_in_seconds: 3600,
    reason_hash: sha256('a change is due'),
    fixture: true,
  }
  if (!durable) {
    const refusal = 'hosted_operator_grant_requires_durable_store'
    return refused(membrane.authorityHostedOperatorGrant(grant), refusal)
  }
  await refused(
    membrane.authorityHostedOperatorGrant({ ...grant, approver: actor }),
    'hosted_operator_self_approval',
  )
  const { hosted_operator_grant } = await step(membrane.authorityHostedOperatorGrant(grant))
  const end = { tenant, hosted_operator_grant, reason_hash: sha256('the change is done'), fixture: true }
  await step(membrane.authorityHostedOperatorRevoke(end))
}
