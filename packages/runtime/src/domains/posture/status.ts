import {
  operations,
  OpsAuditRetention,
  OpsBackupRestore,
  OpsEdgePolicy,
  OpsIncident,
  OpsMonitoringAlert,
  OpsRollback,
  OpsRouteSurface,
  OpsSecretRotation,
} from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'

export const opsStatus = implement(operations['ops.status'], {
  facts: async (_, view, at) => (await view.log.head(at.tenant)).counts,

  decide: (_, counts, at) => {
    const count = ({ kind }: { readonly kind: string }): number => counts.get(kind) ?? 0
    const local_overlay_counts = {
      ops_route_surfaces: count(OpsRouteSurface),
      ops_edge_policies: count(OpsEdgePolicy),
      ops_audit_retentions: count(OpsAuditRetention),
      ops_backup_restore_rehearsals: count(OpsBackupRestore),
      ops_rollback_rehearsals: count(OpsRollback),
      ops_monitoring_alerts: count(OpsMonitoringAlert),
      ops_secret_rotations: count(OpsSecretRotation),
      ops_incident_receipts: count(OpsIncident),
      pilot_admission_gates: 0,
    }
    const edge = count(OpsEdgePolicy) > 0
    const restore = count(OpsBackupRestore) > 0
    const incident = count(OpsIncident) > 0
    return admit({
      tenant: at.tenant,
      durable_records: {
        edge: edge && at.durable,
        restore: restore && at.durable,
        incident: incident && at.durable,
      },
      local_overlay_counts,
      posture: {
        edge_policy_ready: edge,
        restore_rehearsal_ready: restore,
        rollback_rehearsal_ready: count(OpsRollback) > 0,
        alert_baseline_ready: count(OpsMonitoringAlert) > 0,
        secret_rotation_ready: count(OpsSecretRotation) > 0,
        incident_response_ready: incident,
        operations_posture_complete: edge && restore && incident,
        raw_db_exposed: false,
        production_admission: false,
      },
    })
  },
})
