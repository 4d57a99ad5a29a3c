import { ref, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const economySurfaceCarryForward = operation({
  name: 'economy.surfaceCarryForward',
  summary: 'Resolves a closure surface for its month and opens it again in a later one.',
  method: 'POST',
  path: '/v1/economy/surface-carry-forward',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  projectable: true,
  request: {
    tenant,
    closure_surface: ref(),
    advisor_evidence: ref('evidence_bundle', { code: 'required_evidence_missing' }),
    to_period: text({ code: 'economic_period_malformed' }),
  },
  response: {
    closureSurface: is.anyRef,
    closureStatus: is.literal('open'),
    fromPeriod: is.string,
    toPeriod: is.string,
    stable_code: is.optional(is.literal('closure_surface_already_carried_forward')),
    productionAdmission: is.no,
    durableState: is.durableState,
  },
  refusals: [
    'economic_period_malformed',
    'required_evidence_missing',
    'economic_closure_surface_unknown',
    'economic_closure_surface_resolved',
    'economic_period_not_later',
    'economic_period_closed',
  ],
  example: {
    tenant: 'tenant_node:acme',
    closure_surface: 'closure_surface:01jd',
    advisor_evidence: 'evidence_bundle:advisor_review',
    to_period: '2026-07',
  },
})
