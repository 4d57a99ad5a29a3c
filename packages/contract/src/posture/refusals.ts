import { evidence, posture, privacy } from '../refusal.ts'

export const postureRefusals = {
  ops_raw_db_route_forbidden: posture('No route leads to the database, and its port is not public.'),
  ops_root_fallback_forbidden: posture('There is no fallback to root.'),
  ops_edge_posture_missing: posture(
    'Access, TLS, WAF, rate limit, authentication policy and the hash of the route manifest are named.',
  ),
  ops_audit_retention_insufficient: posture('Audit logs are immutable and kept for at least 30 days.'),
  ops_destructive_wipe_forbidden: posture('A restore is rehearsed without wiping anything.'),
  ops_restore_runbook_missing: evidence(
    'Restore and rollback have a runbook hash and a target above 0 minutes.',
  ),
  ops_restore_proof_verification_missing: evidence(
    'A restore is held against a proof bundle of this tenant, and gives its root.',
  ),
  ops_incident_raw_payload_forbidden: privacy(
    'An incident is reported by hashes; its payload stays outside.',
  ),
  ops_incident_severity_missing: posture('An incident has a severity and says what detected it.'),
  ops_incident_hash_material_missing: posture(
    'An incident has the hashes of alert rule, mitigation and communications.',
  ),
} as const
