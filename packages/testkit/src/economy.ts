import type { Ref } from '@membrane/contract'
import type { World } from './world.ts'

export const invoiceEvidence: Ref[] = ['evidence_bundle:invoice_payload']
export const paymentEvidence: Ref[] = ['evidence_bundle:payment_observation']
export const clearance: Ref[] = ['evidence_bundle:closure_clearance']
export const advisor: Ref = 'evidence_bundle:advisor_review'

/** An invoice of 1,190.00 EUR, or of whatever the patch says. */
export function invoiceIn(world: World, patch: object = {}) {
  const body = { amount_cents: 119_000, currency: 'EUR', evidence: invoiceEvidence, ...patch }
  return world.admits('economy.invoice', body)
}

/** A payment observed on an invoice; without an amount it is the invoice's. */
export function payIn(world: World, invoice: Ref, patch: object = {}) {
  return world.admits('economy.paymentObservation', { invoice, evidence: paymentEvidence, ...patch })
}
