import { BookkeepingFact, Invoice, operations, PaymentObservation } from '@membrane/contract'
import { admit, already, create, implement, next, refuse } from '../../admission/decision.ts'
import { post } from './journal.ts'
import { readCurrentPeriod } from './periods.ts'

export const bookPayment = implement(operations['economy.bookkeepingFact'], {
  facts: async (input, view, at) => {
    const payment = await view.get(PaymentObservation, input.payment_observation)
    return {
      invoice: await view.get(Invoice, input.invoice),
      payment,
      booked: await view.get(BookkeepingFact, payment?.state.bookkeeping_fact ?? undefined),
      current: await readCurrentPeriod(view, at),
    }
  },

  decide: (input, { invoice, payment, booked, current }, at) => {
    if (!invoice) return refuse('economic_invoice_unknown')
    if (!payment) return refuse('economic_payment_observation_unknown')
    const { invoice: paid, corrected_by, amount_cents: cents, currency } = payment.state
    if (paid !== input.invoice) return refuse('economic_payment_invoice_mismatch')
    if (corrected_by !== null) return refuse('economic_payment_observation_superseded')
    if (booked) {
      const { ref, state } = booked
      const stable_code = 'bookkeeping_fact_already_recorded' as const
      return already({ bookkeepingFact: ref, period: state.period, stable_code })
    }
    const bookkeepingFact = at.mint('bookkeeping_fact')
    const period = current.month
    const { payment_observation, advisor_evidence } = input
    return admit({ bookkeepingFact, period }, [
      create(BookkeepingFact, bookkeepingFact, {
        invoice: paid,
        payment_observation,
        advisor_evidence,
        period,
      }),
      next(PaymentObservation, payment, { bookkeeping_fact: bookkeepingFact }),
      ...post(
        bookkeepingFact,
        period,
        [
          { account: 'bank', currency, side: 'debit', cents },
          { account: 'payments_in_transit', currency, side: 'credit', cents },
        ],
        at,
      ),
    ])
  },
})
