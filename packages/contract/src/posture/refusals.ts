import { evidence, posture, privacy } from '../refusal.ts'

export const postureRefusals = {
  ops_raw_db_route_forbidden: posture(
    'No route leads to the database, and its port is not public.',
    'Route nothing to the database, close its port, and send raw_db_route_requested and public_db_port_open as false, or not at all.',
  ),
  ops_root_fallback_forbidden: posture(
    'There is no fallback to root.',
    'Name an auth_policy_ref without root_fallback in it, and send root_fallback_requested as false, or not at all.',
  ),
  ops_edge_posture_missing: posture(
    'Access, TLS, WAF, rate limit, authentication policy and the hash of the route manifest are named.',
    'Send auth_policy_ref, access_provider, tls_termination, waf_profile, rate_limit_profile and route_manifest_hash, none of them empty.',
  ),
  ops_audit_retention_insufficient: posture(
    'Audit logs are immutable and kept for at least 30 days.',
    'Send audit_retention_days of 30 or more and immutable_audit_log: true.',
  ),
  ops_destructive_wipe_forbidden: posture(
    'A restore is rehearsed without wiping anything.',
    'Send destructive_wipe_requested as false, or not at all: the rehearsal restores beside what is there.',
  ),
  ops_restore_runbook_missing: evidence(
    'Restore and rollback have a runbook hash and a target above 0 minutes.',
    'Send restore_runbook_hash and rollback_runbook_hash, each sha256: and a hash, and both slo_minutes above 0.',
  ),
  ops_restore_proof_verification_missing: evidence(
    'A restore is held against a proof bundle of this tenant, and gives its root.',
    'Make a bundle with proof.bundle and send its proof_bundle and manifest_commitment, or those of the genesis bundle. Where the rehearsal itself failed, detail says how.',
  ),
  ops_incident_raw_payload_forbidden: privacy(
    'An incident is reported by hashes; its payload stays outside.',
    'Leave out raw_payload and every other raw_ field; keep the payload, and send hashes.',
  ),
  ops_incident_severity_missing: posture(
    'An incident has a severity and says what detected it.',
    'Send severity and detected_by, neither of them empty.',
  ),
  ops_incident_hash_material_missing: posture(
    'An incident has the hashes of alert rule, mitigation and communications.',
    'Send alert_rule_hash, mitigation_hash and communications_hash, each sha256: and a hash.',
  ),
} as const
