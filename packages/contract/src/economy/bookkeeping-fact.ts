import { ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const economyBookkeepingFact = operation({
  name: 'economy.bookkeepingFact',
  summary: 'Books an observed payment on the word of an advisor, once.',
  method: 'POST',
  path: '/v1/economy/bookkeeping-fact',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  projectable: true,
  request: {
    tenant,
    invoice: ref(),
    payment_observation: ref(),
    advisor_evidence: ref('evidence_bundle', { code: 'economic_bookkeeping_evidence_incomplete' }),
  },
  response: {
    bookkeepingFact: is.anyRef,
    period: is.string,
    stable_code: is.optional(is.literal('bookkeeping_fact_already_recorded')),
    rawConnectorPayloadExposed: is.no,
    productionAdmission: is.no,
    durableState: is.durableState,
  },
  refusals: [
    'economic_bookkeeping_evidence_incomplete',
    'economic_invoice_unknown',
    'economic_payment_observation_unknown',
    'economic_payment_invoice_mismatch',
    'economic_payment_observation_superseded',
  ],
  example: {
    tenant: 'tenant_node:acme',
    invoice: 'invoice:2026-0042',
    payment_observation: 'payment_observation:01jd',
    advisor_evidence: 'evidence_bundle:advisor_review',
  },
})
