import { evidence, request, state, unknown } from '../refusal.ts'

export const economyRefusals = {
  economic_amount_invalid: request(
    'Amounts are integers of minor units, above 0 and exact as a number.',
    'Send amount_cents as a whole number of minor units above 0: 1,190.00 EUR is 119000. A payment names its own where the invoice has none.',
  ),
  economic_currency_invalid: request(
    'A currency is a code of ISO 4217.',
    'Send the three capitals of ISO 4217, as EUR. A payment names its own where the invoice has none.',
  ),
  economic_invoice_evidence_missing: evidence(
    'An invoice cites evidence_bundle:invoice_payload.',
    'Cite evidence_bundle:invoice_payload in evidence; the name may go on after _ or :.',
  ),
  economic_invoice_already_exists: state(
    'An invoice reference names one invoice.',
    'Choose another invoice ref, or leave invoice out to have one minted.',
  ),
  economic_invoice_unknown: unknown(
    'The invoice must be one of this tenant.',
    'Name an invoice that economy.invoice answered in this tenant.',
  ),
  economic_payment_evidence_missing: evidence(
    'A payment observation cites evidence_bundle:payment_observation.',
    'Cite evidence_bundle:payment_observation in evidence; the name may go on after _ or :.',
  ),
  economic_payment_observation_unknown: unknown(
    'The payment observation must be one of this tenant.',
    'Name an observation that economy.paymentObservation answered in this tenant.',
  ),
  economic_payment_invoice_mismatch: state(
    'The payment observation must be of the same invoice.',
    'Name the invoice that the observation is of.',
  ),
  economic_payment_observation_superseded: state(
    'A payment observation is corrected once and counts no more.',
    'Name the observation that corrected this one.',
  ),
  economic_payment_observation_booked: state(
    'What is booked is corrected by carrying its surface forward.',
    'Leave the observation as it is, and carry the open surface forward with economy.surfaceCarryForward.',
  ),
  economic_bookkeeping_evidence_incomplete: evidence(
    'A bookkeeping fact rests on advisor evidence.',
    'Send advisor_evidence: an evidence_bundle: reference.',
  ),
  economic_period_malformed: request(
    'A period is a month, YYYY-MM.',
    'Send the month as YYYY-MM, as 2026-06.',
  ),
  economic_closure_surface_open: state(
    'Every closure surface of the month, and of the months before it, must be resolved.',
    'Settle the surfaces that open_closure_surfaces lists by payments that match, or carry them forward.',
  ),
  economic_closure_surface_unknown: unknown(
    'The closure surface must be one of this tenant.',
    'Name the closureSurface that economy.invoice answered in this tenant.',
  ),
  economic_closure_surface_resolved: state(
    'Only an open closure surface can be carried forward.',
    'Name a surface that is still open: this one needs nothing more.',
  ),
  economic_period_not_later: state(
    'A surface is carried forward to a later month than its own.',
    "Name in to_period a month after the surface's own.",
  ),
  economic_period_closed: state(
    'A closed month takes nothing more.',
    'Name in to_period a later month that is still open.',
  ),
} as const
