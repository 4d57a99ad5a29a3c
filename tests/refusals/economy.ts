import { advisor, clearance } from '@membrane/testkit'
import { broken, exampleOf, tenant } from './kit.ts'
import type { Scenarios, Stage } from './stage.ts'

const invoice = 'economy.invoice'
const pay = 'economy.paymentObservation'
const book = 'economy.bookkeepingFact'
const close = 'economy.periodClose'
const carry = 'economy.surfaceCarryForward'
const payment = exampleOf(pay)
const june = { tenant, period: '2026-06', evidence: clearance }

function issued(stage: Stage): Promise<Record<string, string>> {
  return stage.admits(invoice, exampleOf(invoice))
}

/** A payment of an invoice that has been issued. */
async function paying(stage: Stage): Promise<object> {
  await issued(stage)
  return payment
}

/** What books a payment that has been observed. */
async function booking(stage: Stage, patch: object = {}): Promise<Record<string, unknown>> {
  await issued(stage)
  const { paymentObservation } = await stage.admits(pay, { ...payment, ...patch })
  return { ...exampleOf(book), payment_observation: paymentObservation }
}

/** What carries the open surface of an invoice into July. */
async function carrying(stage: Stage): Promise<Record<string, unknown>> {
  const { closureSurface } = await issued(stage)
  return { ...exampleOf(carry), closure_surface: closureSurface }
}

export const economyScenarios: Scenarios = {
  economic_amount_invalid: broken(invoice, { amount_cents: 1190.5 }),
  economic_currency_invalid: broken(invoice, { currency: 'EURO' }),
  economic_invoice_evidence_missing: broken(invoice, { evidence: ['evidence_bundle:delivery_note'] }),
  economic_invoice_already_exists: async (stage) => {
    await issued(stage)
    await stage.refused(invoice, exampleOf(invoice))
    await stage.passes(invoice, { ...exampleOf(invoice), invoice: 'invoice:2026-0043' })
  },
  economic_invoice_unknown: broken(pay, { invoice: 'invoice:2026-0043' }, paying),
  economic_payment_evidence_missing: broken(pay, { evidence: ['evidence_bundle:invoice_payload'] }, paying),
  economic_payment_observation_unknown: broken(
    book,
    { payment_observation: 'payment_observation:none' },
    booking,
  ),
  economic_payment_invoice_mismatch: async (stage) => {
    const body = await booking(stage)
    const other = 'invoice:2026-0043'
    await stage.admits(invoice, { ...exampleOf(invoice), invoice: other })
    await stage.refused(book, { ...body, invoice: other })
    await stage.passes(book, body)
  },
  economic_payment_observation_superseded: async (stage) => {
    const body = await booking(stage, { amount_cents: 119 })
    const corrects = body.payment_observation
    const { paymentObservation } = await stage.admits(pay, { ...payment, corrects })
    await stage.refused(book, body)
    await stage.passes(book, { ...body, payment_observation: paymentObservation })
  },
  economic_payment_observation_booked: async (stage) => {
    const { closureSurface } = await issued(stage)
    const { paymentObservation } = await stage.admits(pay, { ...payment, amount_cents: 100_000 })
    await stage.admits(book, { ...exampleOf(book), payment_observation: paymentObservation })
    await stage.refused(pay, { ...payment, corrects: paymentObservation })
    await stage.passes(carry, { ...exampleOf(carry), closure_surface: closureSurface })
  },
  economic_bookkeeping_evidence_incomplete: broken(book, { advisor_evidence: undefined }, booking),
  economic_period_malformed: broken(close, { period: 'June 2026' }, june),
  economic_closure_surface_open: async (stage) => {
    await issued(stage)
    await stage.refused(close, june)
    await stage.admits(pay, payment)
    await stage.passes(close, june)
  },
  economic_closure_surface_unknown: broken(carry, { closure_surface: 'closure_surface:none' }, carrying),
  economic_closure_surface_resolved: async (stage) => {
    const body = await carrying(stage)
    await stage.admits(pay, payment)
    await stage.refused(carry, body)
    const open = await stage.admits(invoice, { ...exampleOf(invoice), invoice: 'invoice:2026-0043' })
    await stage.passes(carry, { ...body, closure_surface: open.closureSurface, advisor_evidence: advisor })
  },
  economic_period_not_later: broken(carry, { to_period: '2026-06' }, carrying),
  economic_period_closed: async (stage) => {
    await stage.admits(close, { ...june, period: '2026-07' })
    const body = await carrying(stage)
    await stage.refused(carry, body)
    await stage.passes(carry, { ...body, to_period: '2026-08' })
  },
}
