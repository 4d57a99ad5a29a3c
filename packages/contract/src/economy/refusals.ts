import { evidence, request, state, unknown } from '../refusal.ts'

export const economyRefusals = {
  economic_amount_invalid: request('Amounts are integers of minor units, above 0 and exact as a number.'),
  economic_currency_invalid: request('A currency is a code of ISO 4217.'),
  economic_invoice_evidence_missing: evidence('An invoice cites evidence_bundle:invoice_payload.'),
  economic_invoice_already_exists: state('An invoice reference names one invoice.'),
  economic_invoice_unknown: unknown('The invoice must be one of this tenant.'),
  economic_payment_evidence_missing: evidence(
    'A payment observation cites evidence_bundle:payment_observation.',
  ),
  economic_payment_observation_unknown: unknown('The payment observation must be one of this tenant.'),
  economic_payment_invoice_mismatch: state('The payment observation must be of the same invoice.'),
  economic_payment_observation_superseded: state(
    'A payment observation is corrected once and counts no more.',
  ),
  economic_payment_observation_booked: state('What is booked is corrected by carrying its surface forward.'),
  economic_bookkeeping_evidence_incomplete: evidence('A bookkeeping fact rests on advisor evidence.'),
  economic_period_malformed: request('A period is a month, YYYY-MM.'),
  economic_closure_surface_open: state(
    'Every closure surface of the month, and of the months before it, must be resolved.',
  ),
  economic_closure_surface_unknown: unknown('The closure surface must be one of this tenant.'),
  economic_closure_surface_resolved: state('Only an open closure surface can be carried forward.'),
  economic_period_not_later: state('A surface is carried forward to a later month than its own.'),
  economic_period_closed: state('A closed month takes nothing more.'),
} as const
