import { record } from '../record.ts'
import type { Ref } from '../refs.ts'

export interface OpsRouteSurfaceState {
  readonly company: Ref | null
  readonly route_manifest_hash: string
  readonly public_base_url_digest: string | null
}

export interface OpsEdgePolicyState {
  readonly company: Ref | null
  readonly route_surface: Ref
  readonly audit_retention: Ref
  readonly auth_policy: Ref
  readonly access_provider: string
  readonly tls_termination: string
  readonly waf_profile: string
  readonly rate_limit_profile: string
  /** Asked for and on record; it opens nothing. */
  readonly production_requested: boolean
}

export interface OpsAuditRetentionState {
  readonly company: Ref | null
  readonly audit_retention_days: number
  readonly immutable_audit_log: true
}

/** A restore that took place: what it was held against, what it gave, and how long it took. */
export interface OpsBackupRestoreState {
  readonly company: Ref | null
  readonly backup_snapshot: Ref | null
  readonly proof_bundle: Ref
  readonly manifest_commitment: string
  readonly tree_size: number
  readonly root_hash: string
  readonly runbook_hash: string
  readonly slo_minutes: number
  readonly measured_seconds: number
  readonly restored_commits: number
  readonly restored_atoms: number
  readonly restored_records: number
}

/** The discarding of what a rehearsal restored: the record itself was never touched. */
export interface OpsRollbackState {
  readonly company: Ref | null
  readonly restore_rehearsal: Ref
  readonly runbook_hash: string
  readonly slo_minutes: number
  readonly measured_seconds: number
}

export interface OpsMonitoringAlertState {
  readonly company: Ref | null
  readonly incident: Ref
  readonly alert_rule_hash: string
}

export interface OpsSecretRotationState {
  readonly company: Ref | null
  readonly incident: Ref
}

export interface OpsIncidentState {
  readonly company: Ref | null
  readonly alert: Ref
  readonly secret_rotation: Ref
  readonly severity: string
  readonly detected_by: string
  readonly mitigation_hash: string
  readonly communications_hash: string
}

export const OpsRouteSurface = record<OpsRouteSurfaceState>()('ops_route_surface')
export const OpsEdgePolicy = record<OpsEdgePolicyState>()('ops_edge_policy')
export const OpsAuditRetention = record<OpsAuditRetentionState>()('ops_audit_retention')
export const OpsBackupRestore = record<OpsBackupRestoreState>()('ops_backup_restore')
export const OpsRollback = record<OpsRollbackState>()('ops_rollback')
export const OpsMonitoringAlert = record<OpsMonitoringAlertState>()('ops_monitoring_alert')
export const OpsSecretRotation = record<OpsSecretRotationState>()('ops_secret_rotation')
export const OpsIncident = record<OpsIncidentState>()('ops_incident')
