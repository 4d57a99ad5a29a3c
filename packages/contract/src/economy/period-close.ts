import { cited, optional, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const economyPeriodClose = operation({
  name: 'economy.periodClose',
  summary: 'Closes a month, for ever; nothing in it, or before it, may be unresolved.',
  method: 'POST',
  path: '/v1/economy/period-close',
  access: 'tenant',
  state: 'fixture-rehearsed',
  outcome: 'admitted',
  projectable: true,
  request: {
    tenant,
    period: optional(text({ code: 'economic_period_malformed' })),
    evidence: optional(cited()),
  },
  response: {
    periodClose: is.anyRef,
    period: is.string,
    stable_code: is.optional(is.literal('period_already_closed')),
    productionAdmission: is.no,
    durableState: is.durableState,
  },
  refusals: ['economic_period_malformed', 'required_evidence_missing', 'economic_closure_surface_open'],
  example: {
    tenant: 'tenant_node:acme',
    period: '2026-05',
    evidence: ['evidence_bundle:closure_clearance'],
  },
})
