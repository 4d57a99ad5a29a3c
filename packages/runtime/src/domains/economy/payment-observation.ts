import {
  ClosureSurface,
  Invoice,
  isAmount,
  isCurrency,
  isEvidence,
  Obligation,
  operations,
  PaymentObservation,
  Settlement,
  type ObligationState,
  type PaymentObservationState,
  type Ref,
  type SettlementState,
} from '@membrane/contract'
import { admit, create, implement, next, refuse, type Atom, type Write } from '../../admission/decision.ts'
import { put } from '../../admission/guards/place.ts'
import { refuseField } from '../../admission/guards/field.ts'
import { post } from './journal.ts'
import { readCurrentPeriod, register } from './periods.ts'
import { linesBetween, observe, positionOf } from './receivable.ts'

export const observePayment = implement(operations['economy.paymentObservation'], {
  facts: async (input, view, at) => {
    const invoice = await view.get(Invoice, input.invoice)
    const obligation = await view.get(Obligation, invoice?.state.obligation)
    return {
      invoice,
      obligation,
      surface: await view.get(ClosureSurface, invoice?.state.closure_surface),
      settlement: await view.get(Settlement, obligation?.state.settlement ?? undefined),
      replaced: await view.get(PaymentObservation, input.corrects),
      current: await readCurrentPeriod(view, at),
    }
  },

  decide: (input, { invoice, obligation, surface, settlement, replaced, current }, at) => {
    const { evidence = [] } = input
    if (!evidence.some((bundle) => isEvidence(bundle, 'payment_observation')))
      return refuse('economic_payment_evidence_missing')
    if (!invoice || !obligation || !surface) return refuse('economic_invoice_unknown')

    const amount_cents = input.amount_cents ?? obligation.state.amount_cents
    const currency = input.currency ?? obligation.state.currency
    if (amount_cents === null) return badAmount('must be sent: the invoice names no amount')
    if (!isAmount(amount_cents)) return badAmount('must be an integer above 0, exact as a number')
    if (currency === null) return badCurrency('must be sent: the invoice names no currency')
    if (!isCurrency(currency)) return badCurrency('must be a code of ISO 4217')
    if (input.corrects !== undefined) {
      const refused = refuseCorrection(replaced, input.invoice)
      if (refused) return refused
    }
    const owed = observe(obligation.state, { amount_cents, currency }, replaced?.state)
    if (owed === undefined) return badAmount('must keep the sum observed exact as a number')

    const paymentObservation = at.mint('payment_observation')
    const settles = currency === owed.currency
    const ref = settlement?.ref ?? (settles ? at.mint('settlement') : null)
    const after: ObligationState = { ...owed, settlement: ref }
    const { remainingCents, unappliedCents, matches } = positionOf(after)
    const closureStatus = matches ? 'closed' : 'open'
    const period = current.month
    const payment: PaymentObservationState = {
      invoice: input.invoice,
      amount_cents,
      currency,
      evidence,
      corrects: input.corrects ?? null,
      corrected_by: null,
      bookkeeping_fact: null,
      period,
    }
    const writes = [
      create(PaymentObservation, paymentObservation, payment),
      next(Obligation, obligation, after),
      ...(replaced ? [next(PaymentObservation, replaced, { corrected_by: paymentObservation })] : []),
      ...settle(settlement, ref, obligation.ref, after),
      ...post(paymentObservation, period, linesBetween(obligation.state, after), at),
    ]
    if (closureStatus !== surface.state.status) {
      const reopened = closureStatus === 'open' ? { period, carried_from: null, advisor_evidence: null } : {}
      writes.push(next(ClosureSurface, surface, { status: closureStatus, ...reopened }))
      if (closureStatus === 'open') writes.push(...register(current))
    }
    const body = {
      paymentObservation,
      settlement: settles ? ref : null,
      closureStatus,
      remainingCents,
      unappliedCents: settles ? unappliedCents : after.observed[currency]!,
      period,
    } as const
    return admit(body, writes, { reasons: reasonsOf(input) })
  },
})

const badAmount = (rule: string) => refuseField('economic_amount_invalid', 'amount_cents', rule)
const badCurrency = (rule: string) => refuseField('economic_currency_invalid', 'currency', rule)

function refuseCorrection(replaced: Atom<PaymentObservationState> | undefined, invoice: Ref) {
  if (!replaced) return refuse('economic_payment_observation_unknown')
  const { state } = replaced
  if (state.invoice !== invoice) return refuse('economic_payment_invoice_mismatch')
  if (state.corrected_by !== null) return refuse('economic_payment_observation_superseded')
  return state.bookkeeping_fact === null ? undefined : refuse('economic_payment_observation_booked')
}

/** The settlement follows the obligation; there is none until something was observed in its currency. */
function settle(
  settlement: Atom<SettlementState> | undefined,
  ref: Ref | null,
  obligation: Ref,
  after: ObligationState,
): Write[] {
  if (ref === null) return []
  const { settledCents, remainingCents, unappliedCents, matches } = positionOf(after)
  const state: SettlementState = {
    invoice: after.invoice,
    obligation,
    currency: after.currency!,
    settled_cents: settledCents,
    remaining_cents: remainingCents!,
    unapplied_cents: unappliedCents,
    status: matches ? 'closed' : 'open',
  }
  return [put({ record: Settlement, ref, earlier: settlement }, state)]
}

function reasonsOf(input: { readonly amount_cents?: number; readonly currency?: string }): string[] {
  if (input.amount_cents === undefined) return ['amount_inherited']
  return input.currency === undefined ? ['currency_inherited'] : []
}
