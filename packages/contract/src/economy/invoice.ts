import { cited, integer, optional, ref, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { amountCentsMax } from './money.ts'

export const economyInvoice = operation({
  name: 'economy.invoice',
  summary: 'Records an invoice; an obligation and a closure surface open with it.',
  method: 'POST',
  path: '/v1/economy/invoice',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  projectable: true,
  request: {
    tenant,
    invoice: optional(ref()),
    amount_cents: optional(integer(1, amountCentsMax, { code: 'economic_amount_invalid' })),
    currency: optional(text({ code: 'economic_currency_invalid' })),
    evidence: optional(cited()),
  },
  response: {
    invoice: is.anyRef,
    receivableObligation: is.anyRef,
    closureSurface: is.anyRef,
    period: is.string,
    rawConnectorPayloadExposed: is.no,
    productionAdmission: is.no,
    durableState: is.durableState,
  },
  refusals: [
    'economic_amount_invalid',
    'economic_currency_invalid',
    'economic_invoice_evidence_missing',
    'economic_invoice_already_exists',
  ],
  example: {
    tenant: 'tenant_node:acme',
    invoice: 'invoice:2026-0042',
    amount_cents: 119_000,
    currency: 'EUR',
    evidence: ['evidence_bundle:invoice_payload'],
  },
})
