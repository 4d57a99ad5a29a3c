import { cited, integer, judged, optional, ref, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { amountCentsMax } from './money.ts'

export const economyPaymentObservation = operation({
  name: 'economy.paymentObservation',
  summary: 'Records a payment as observed; what was observed settles the invoice when it equals the amount.',
  method: 'POST',
  path: '/v1/economy/payment-observation',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  projectable: true,
  request: {
    tenant,
    invoice: ref(),
    amount_cents: judged(optional(integer(1, amountCentsMax, { code: 'economic_amount_invalid' }))),
    currency: judged(optional(text({ code: 'economic_currency_invalid' }))),
    evidence: optional(cited()),
    corrects: optional(ref()),
  },
  response: {
    paymentObservation: is.anyRef,
    settlement: is.nullable(is.anyRef),
    closureStatus: is.oneOf('open', 'closed'),
    remainingCents: is.nullable(is.count),
    unappliedCents: is.count,
    period: is.string,
    rawConnectorPayloadExposed: is.no,
    productionAdmission: is.no,
    durableState: is.durableState,
  },
  refusals: [
    'economic_payment_evidence_missing',
    'economic_invoice_unknown',
    'economic_amount_invalid',
    'economic_currency_invalid',
    'economic_payment_observation_unknown',
    'economic_payment_invoice_mismatch',
    'economic_payment_observation_superseded',
    'economic_payment_observation_booked',
  ],
  example: {
    tenant: 'tenant_node:acme',
    invoice: 'invoice:2026-0042',
    amount_cents: 119_000,
    currency: 'EUR',
    evidence: ['evidence_bundle:payment_observation'],
  },
})
