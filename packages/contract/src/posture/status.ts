import { operation } from '../operation.ts'
import { queryTenant } from '../query.ts'
import * as is from '../response.ts'

export const opsStatus = operation({
  name: 'ops.status',
  summary: "Shows the tenant's operations posture: which lanes are populated, and what is still missing.",
  method: 'GET',
  path: '/v1/ops/status',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  request: { tenant: queryTenant },
  response: {
    tenant: is.anyRef,
    durable_records: is.record({ edge: is.boolean, restore: is.boolean, incident: is.boolean }),
    local_overlay_counts: is.record({
      ops_route_surfaces: is.count,
      ops_edge_policies: is.count,
      ops_audit_retentions: is.count,
      ops_backup_restore_rehearsals: is.count,
      ops_rollback_rehearsals: is.count,
      ops_monitoring_alerts: is.count,
      ops_secret_rotations: is.count,
      ops_incident_receipts: is.count,
      pilot_admission_gates: is.count,
    }),
    posture: is.record({
      edge_policy_ready: is.boolean,
      restore_rehearsal_ready: is.boolean,
      rollback_rehearsal_ready: is.boolean,
      alert_baseline_ready: is.boolean,
      secret_rotation_ready: is.boolean,
      incident_response_ready: is.boolean,
      operations_posture_complete: is.boolean,
      raw_db_exposed: is.no,
      production_admission: is.no,
    }),
    raw_db_exposed: is.no,
    production_admission: is.no,
  },
  refusals: [],
  example: {},
})
