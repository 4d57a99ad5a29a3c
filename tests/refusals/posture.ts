import { broken } from './kit.ts'
import type { Scenarios } from './stage.ts'

const edge = 'ops.edgePolicyCheck'
const restore = 'ops.restoreRehearse'
const incident = 'ops.incidentReceipt'

export const postureScenarios: Scenarios = {
  ops_raw_db_route_forbidden: broken(edge, { raw_db_route_requested: true }),
  ops_root_fallback_forbidden: broken(edge, { auth_policy_ref: 'auth_policy:root_fallback' }),
  ops_edge_posture_missing: broken(edge, { waf_profile: undefined }),
  ops_audit_retention_insufficient: broken(edge, { audit_retention_days: 7 }),
  ops_destructive_wipe_forbidden: broken(restore, { destructive_wipe_requested: true }),
  ops_restore_runbook_missing: broken(restore, { restore_slo_minutes: 0 }),
  ops_restore_proof_verification_missing: broken(restore, { manifest_commitment: 'sha256:unknown' }),
  ops_incident_raw_payload_forbidden: broken(incident, { raw_payload: { trace: 'stack of the failure' } }),
  ops_incident_severity_missing: broken(incident, { severity: undefined }),
  ops_incident_hash_material_missing: broken(incident, { mitigation_hash: undefined }),
}
