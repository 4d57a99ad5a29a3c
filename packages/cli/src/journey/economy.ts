import { Failure } from '../command.ts'
import type { Stage } from './stage.ts'

const evidence = (...names: string[]) => names.map((name) => `evidence_bundle:${name}`)
const advisor_evidence = 'evidence_bundle:advisor_review'

/** An invoice is paid in two parts and booked, and its month closes; what comes later falls in a later month. */
export async function closeMonth({ membrane, tenant, mark, chapter, step, refused }: Stage): Promise<void> {
  chapter('From an invoice to the close of its month')
  const invoice = `invoice:journey_${mark}`
  const owed = { tenant, amount_cents: 119_000, currency: 'EUR' }
  await refused(membrane.economyInvoice({ ...owed, invoice }), 'economic_invoice_evidence_missing')
  const cited = { ...owed, evidence: evidence('invoice_payload') }
  const { closureSurface, period } = await step(membrane.economyInvoice({ ...cited, invoice }))
  await refused(membrane.economyInvoice({ ...cited, invoice }), 'economic_invoice_already_exists')

  const close = { tenant, evidence: evidence('closure_clearance') }
  await refused(membrane.economyPeriodClose(close), 'economic_closure_surface_open')
  const payment = { tenant, invoice, evidence: evidence('payment_observation') }
  await step(membrane.economyPaymentObservation({ ...payment, amount_cents: 100_000 }))
  const rest = await step(membrane.economyPaymentObservation({ ...payment, amount_cents: 19_000 }))
  if (rest.closureStatus !== 'closed')
    throw new Failure(`the journey stops: ${closureSurface} is open although its invoice is paid`)
  const fact = { tenant, invoice, payment_observation: rest.paymentObservation, advisor_evidence }
  await step(membrane.economyBookkeepingFact(fact))
  await step(membrane.economyPeriodClose({ ...close, period }))
  await step(membrane.economyPeriodClose({ ...close, period }))

  const next = await step(membrane.economyInvoice(cited))
  if (next.period <= period)
    throw new Failure(`the journey stops: an invoice fell in ${period}, which is closed`)
  const to_period = `${Number(next.period.slice(0, 4)) + 1}-01`
  const carry = { tenant, closure_surface: next.closureSurface, advisor_evidence, to_period }
  await step(membrane.economySurfaceCarryForward(carry))
  await step(membrane.economyPeriodClose({ ...close, period: next.period }))

  const advised = { ...owed, advisor_evidence, fixture: true }
  const whole = evidence('invoice_payload', 'payment_observation')
  await refused(
    membrane.verticalDeInvoicePaymentAdvisor({ ...advised, evidence: whole.slice(0, 1) }),
    'economic_payment_evidence_missing',
  )
  await step(membrane.verticalDeInvoicePaymentAdvisor({ ...advised, evidence: whole }))
}
