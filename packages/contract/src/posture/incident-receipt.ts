import { hash, mustBeFalse, optional, raw, ref, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

const severity = { code: 'ops_incident_severity_missing' } as const
const material = { code: 'ops_incident_hash_material_missing' } as const

export const opsIncidentReceipt = operation({
  name: 'ops.incidentReceipt',
  summary: 'Records an incident by its hashes, with the alert and the rotation of secrets that belong to it.',
  method: 'POST',
  path: '/v1/ops/incident/receipt',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'verified',
  rawCode: 'ops_incident_raw_payload_forbidden',
  request: {
    tenant,
    company: optional(ref()),
    incident_ref: optional(ref()),
    alert_ref: optional(ref()),
    secret_rotation_ref: optional(ref()),
    severity: text(severity),
    detected_by: text(severity),
    alert_rule_hash: hash(material),
    mitigation_hash: hash(material),
    communications_hash: hash(material),
    customer_data_exposed: mustBeFalse('customer_data_forbidden'),
    raw_payload: raw('ops_incident_raw_payload_forbidden'),
  },
  response: {
    incident: is.anyRef,
    alert: is.anyRef,
    secret_rotation: is.anyRef,
    critical_alert_path_rehearsed: is.yes,
    alert_baseline_verified: is.yes,
    incident_hash_material_verified: is.yes,
    private_secret_material_exposed: is.no,
    raw_payload_stored: is.no,
    ...is.written,
  },
  refusals: [
    'ops_incident_raw_payload_forbidden',
    'ops_incident_severity_missing',
    'ops_incident_hash_material_missing',
  ],
  example: {
    tenant: 'tenant_node:acme',
    severity: 'high',
    detected_by: 'synthetic_probe',
    alert_rule_hash: 'sha256:rule',
    mitigation_hash: 'sha256:mitigation',
    communications_hash: 'sha256:communications',
  },
})
