import { Failure } from '../command.ts'
import type { Stage } from './stage.ts'

/** The edge is described, the record restored and held against a bundle, an incident receipted. */
export async function playPosture({ membrane, tenant, chapter, step, refused }: Stage): Promise<void> {
  chapter('Operations posture')
  const edge = {
    tenant,
    auth_policy_ref: 'auth_policy:passkey_only',
    access_provider: 'zero_trust_proxy',
    tls_termination: 'edge',
    waf_profile: 'strict',
    rate_limit_profile: 'standard',
    route_manifest_hash: 'sha256:routes',
    audit_retention_days: 90,
    immutable_audit_log: true,
  }
  await refused(
    membrane.opsEdgePolicyCheck({ ...edge, public_db_port_open: true }),
    'ops_raw_db_route_forbidden',
  )
  await step(membrane.opsEdgePolicyCheck(edge))
  const { proof_bundle, manifest_commitment } = await step(membrane.proofBundle({ tenant }))
  const rehearsal = {
    tenant,
    proof_bundle,
    manifest_commitment,
    restore_slo_minutes: 30,
    rollback_slo_minutes: 15,
    restore_runbook_hash: 'sha256:restore-runbook',
    rollback_runbook_hash: 'sha256:rollback-runbook',
  }
  await refused(
    membrane.opsRestoreRehearse({ ...rehearsal, destructive_wipe_requested: true }),
    'ops_destructive_wipe_forbidden',
  )
  await step(membrane.opsRestoreRehearse(rehearsal))
  await step(
    membrane.opsIncidentReceipt({
      tenant,
      severity: 'low',
      detected_by: 'journey',
      alert_rule_hash: 'sha256:alert-rule',
      mitigation_hash: 'sha256:mitigation',
      communications_hash: 'sha256:communications',
    }),
  )
  const { posture } = await step(membrane.opsStatus({ tenant }))
  if (!posture.operations_posture_complete)
    throw new Failure('the journey stops: all lanes are populated, and the posture is not complete')
}
