import { operations, OpsIncident, OpsMonitoringAlert, OpsSecretRotation } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'
import { placeOf, put } from '../../admission/guards/place.ts'

export const recordIncident = implement(operations['ops.incidentReceipt'], {
  facts: async (input, view, at) => ({
    incident: await placeOf(OpsIncident, input.incident_ref, view, at),
    alert: await placeOf(OpsMonitoringAlert, input.alert_ref, view, at),
    rotation: await placeOf(OpsSecretRotation, input.secret_rotation_ref, view, at),
  }),

  decide: (input, { incident, alert, rotation }) => {
    const { severity, detected_by, alert_rule_hash, mitigation_hash, communications_hash } = input
    const company = input.company ?? null
    const refs = { incident: incident.ref, alert: alert.ref, secret_rotation: rotation.ref }
    return admit(refs, [
      put(incident, {
        company,
        alert: alert.ref,
        secret_rotation: rotation.ref,
        severity,
        detected_by,
        mitigation_hash,
        communications_hash,
      }),
      put(alert, { company, incident: incident.ref, alert_rule_hash }),
      put(rotation, { company, incident: incident.ref }),
    ])
  },
})
