import type { Row } from './row.ts'

const durable = { state: 'staging-durable' } as const
const rehearsed = { state: 'fixture-rehearsed' } as const

export const realities: readonly Row[] = [
  {
    operation: 'reality.fork',
    call: 'POST /v1/reality/fork',
    ...durable,
    outcome: 'projected',
    request: { ref: 'tenant?', string: 'purpose?' },
    response: 'projection contextTransition',
  },
  {
    operation: 'reality.commit',
    call: 'POST /v1/reality/commit',
    ...rehearsed,
    outcome: 'admitted',
    request: { ref: 'tenant? reality?', refs: 'evidence?', boolean: 'leak_to_record?' },
    response: 'atom',
    refusals: `reality_unspecified reality_record_cites_projected reality_projected_cites_other_projection
      required_evidence_missing`,
  },
  {
    operation: 'reality.diff',
    call: 'POST /v1/reality/diff',
    ...durable,
    outcome: 'verified',
    request: { ref: 'tenant? reality?', refs: 'evidence?' },
    response: 'record_leak=false',
  },
  {
    operation: 'reality.promote',
    call: 'POST /v1/reality/promote',
    ...rehearsed,
    outcome: 'admitted',
    request: { ref: 'tenant? reality?', refs: 'evidence?' },
    response: '',
    refusals: 'reality_promotion_authority_missing reality_promotion_atom_missing',
  },
  {
    operation: 'reality.discard',
    call: 'POST /v1/reality/discard',
    ...rehearsed,
    outcome: 'admitted',
    request: { ref: 'tenant? reality?' },
    response: '',
    refusals: 'reality_discard_attempts_delete',
  },
]

export const capabilities: readonly Row[] = [
  {
    operation: 'capability.publish',
    call: 'POST /v1/capabilities/publish',
    ...durable,
    outcome: 'admitted',
    request: { ref: 'tenant?' },
    response:
      'capability capabilityManifest durableState.evidenceRef durableState.publicationStatus=fixture_durable',
    refusals: `capability_manifest_malformed capability_manifest_imports_unresolved
      capability_manifest_imports_cyclic capability_publisher_unsigned capability_attestation_missing
      capability_self_publication_refused`,
  },
  {
    operation: 'capability.policy.evaluate',
    call: 'POST /v1/capabilities/policy/evaluate',
    ...rehearsed,
    outcome: 'verified',
    request: { ref: 'tenant? capability? capabilityManifest?' },
    response: 'capabilityManifest policyEvaluation decision.holds decision.requiresIntervention',
    refusals: 'capability_policy_evaluation_failed',
  },
]

export const effects: readonly Row[] = [
  {
    operation: 'effect.intent',
    call: 'POST /v1/effects/intent',
    ...durable,
    outcome: 'queued',
    request: {
      ref: 'tenant? subject? human_presence_receipt?',
      string: 'effect_kind? adapter? mode? idempotency_key',
      refs: 'evidence?',
      boolean: 'dry_run?',
    },
    response: 'effectIntent effectOutbox effectExecutionClaimed=false rawAdapterPayloadExposed=false',
    refusals: `effect_human_presence_required effect_idempotency_key_collision effect_capability_grammar_violation
      effect_adapter_unknown required_evidence_missing`,
  },
  {
    operation: 'effect.dispatch',
    call: 'POST /v1/effects/dispatch',
    ...rehearsed,
    outcome: 'executed',
    request: { ref: 'tenant? effect_intent?', string: 'idempotency_key?', boolean: 'fail_fixture?' },
    response: 'effectAttempt effectReceipt externalActDuplicated=false rawAdapterPayloadExposed=false',
  },
]

export const posture: readonly Row[] = [
  {
    operation: 'ops.edgePolicyCheck',
    call: 'POST /v1/ops/edge-policy/check',
    ...durable,
    outcome: 'pending',
    request: {
      ref: 'tenant? company? edge_policy_ref? route_surface_ref? audit_retention_ref? auth_policy_ref',
      string:
        'public_base_url? access_provider tls_termination waf_profile rate_limit_profile route_manifest_hash',
      number: 'audit_retention_days',
      boolean: `immutable_audit_log production_requested? raw_db_route_requested? public_db_port_open?
        contains_customer_data?`,
    },
    response: `route_surface edge_policy audit_retention public_route_surface_enumerated waf_rate_limit_auth_edge
      edge_posture_verified audit_retention_verified=true raw_db_exposed=false root_fallback_enabled=false
      production_admission=false durable_state`,
    refusals: `customer_data_forbidden ops_raw_db_route_forbidden ops_root_fallback_forbidden ops_edge_posture_missing
      ops_audit_retention_insufficient`,
  },
  {
    operation: 'ops.restoreRehearse',
    call: 'POST /v1/ops/restore/rehearse',
    ...durable,
    outcome: 'verified',
    request: {
      ref: 'tenant? company? restore_ref? rollback_ref? backup_snapshot_ref? proof_bundle?',
      string: 'manifest_commitment restore_runbook_hash rollback_runbook_hash',
      number: 'restore_slo_minutes rollback_slo_minutes',
      boolean: 'destructive_wipe_requested? contains_customer_data?',
    },
    response: `restore_rehearsal rollback_rehearsal proof_bundle manifest_commitment proof_verification_passed
      restore_runbook_verified rollback_runbook_verified slo_targets_recorded=true restore_slo_minutes
      rollback_slo_minutes destructive_wipe_requested=false raw_db_exposed=false production_admission=false
      durable_state`,
    refusals: `customer_data_forbidden ops_destructive_wipe_forbidden ops_restore_runbook_missing
      ops_restore_proof_verification_missing`,
  },
  {
    operation: 'ops.incidentReceipt',
    call: 'POST /v1/ops/incident/receipt',
    ...durable,
    outcome: 'verified',
    request: {
      ref: 'tenant? company? incident_ref? alert_ref? secret_rotation_ref?',
      string: 'severity detected_by alert_rule_hash mitigation_hash communications_hash',
      boolean: 'customer_data_exposed?',
      any: 'raw_payload?',
    },
    response: `incident alert secret_rotation critical_alert_path_rehearsed alert_baseline_verified
      incident_hash_material_verified=true private_secret_material_exposed=false raw_payload_stored=false
      production_admission=false durable_state`,
    refusals: `ops_incident_raw_payload_forbidden ops_incident_severity_missing ops_incident_hash_material_missing`,
  },
  {
    operation: 'ops.status',
    call: 'GET /v1/ops/status',
    ...durable,
    outcome: 'verified',
    bearer: true,
    response: `tenant durable_records local_overlay_counts.ops_route_surfaces local_overlay_counts.ops_edge_policies
      local_overlay_counts.ops_audit_retentions local_overlay_counts.ops_backup_restore_rehearsals
      local_overlay_counts.ops_rollback_rehearsals local_overlay_counts.ops_monitoring_alerts
      local_overlay_counts.ops_secret_rotations local_overlay_counts.ops_incident_receipts
      local_overlay_counts.pilot_admission_gates posture.edge_policy_ready=true posture.restore_rehearsal_ready=true
      posture.rollback_rehearsal_ready=true posture.alert_baseline_ready=true posture.secret_rotation_ready=true
      posture.incident_response_ready=true posture.operations_posture_complete=true posture.raw_db_exposed=false
      posture.production_admission=false raw_db_exposed=false production_admission=false`,
  },
]
