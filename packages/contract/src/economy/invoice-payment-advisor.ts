import { cited, fixture, integer, judged, optional, ref, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { amountCentsMax } from './money.ts'

export const invoicePaymentAdvisor = operation({
  name: 'vertical.de.invoicePaymentAdvisor',
  summary: 'An invoice, its payment and the booking by an advisor, as one act of three commits or none.',
  method: 'POST',
  path: '/v1/verticals/de/invoice-payment-advisor',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  keyField: 'idempotency_key',
  request: {
    tenant,
    company: optional(ref()),
    invoice: optional(ref()),
    amount_cents: judged(integer(1, amountCentsMax, { code: 'economic_amount_invalid' })),
    currency: judged(text({ code: 'economic_currency_invalid' })),
    evidence: cited(),
    advisor_evidence: judged(ref('evidence_bundle', { code: 'economic_bookkeeping_evidence_incomplete' })),
    idempotency_key: optional(text()),
    fixture: fixture(),
  },
  response: {
    company: is.nullable(is.anyRef),
    invoice: is.anyRef,
    receivableObligation: is.anyRef,
    closureSurface: is.anyRef,
    paymentObservation: is.anyRef,
    settlement: is.anyRef,
    closureStatus: is.literal('closed'),
    bookkeepingFact: is.anyRef,
    steps: is.steps,
    rawConnectorPayloadExposed: is.no,
    productionAdmission: is.no,
    durableState: is.durableState,
  },
  refusals: [
    'economic_amount_invalid',
    'economic_currency_invalid',
    'economic_invoice_evidence_missing',
    'economic_invoice_already_exists',
    'economic_payment_evidence_missing',
    'economic_bookkeeping_evidence_incomplete',
  ],
  example: {
    tenant: 'tenant_node:acme',
    company: 'company_geist:acme',
    amount_cents: 119_000,
    currency: 'EUR',
    evidence: ['evidence_bundle:invoice_payload', 'evidence_bundle:payment_observation'],
    advisor_evidence: 'evidence_bundle:advisor_review',
    fixture: true,
  },
})
