import {
  ClosureSurface,
  Invoice,
  isCurrency,
  isEvidence,
  Obligation,
  operations,
  type ObligationState,
} from '@membrane/contract'
import { admit, create, implement, refuse } from '../../admission/decision.ts'
import { refuseField } from '../../admission/guards/field.ts'
import { post } from './journal.ts'
import { readCurrentPeriod, register } from './periods.ts'
import { linesBetween } from './receivable.ts'

export const recordInvoice = implement(operations['economy.invoice'], {
  facts: async (input, view, at) => ({
    existing: await view.get(Invoice, input.invoice),
    current: await readCurrentPeriod(view, at),
  }),

  decide: (input, { existing, current }, at) => {
    const { amount_cents = null, currency = null, evidence = [] } = input
    if (currency !== null && !isCurrency(currency))
      return refuseField('economic_currency_invalid', 'currency', 'must be a code of ISO 4217')
    if (!evidence.some((bundle) => isEvidence(bundle, 'invoice_payload')))
      return refuse('economic_invoice_evidence_missing')
    if (existing) return refuse('economic_invoice_already_exists')

    const invoice = input.invoice ?? at.mint('invoice')
    const obligation = at.mint('obligation')
    const closure_surface = at.mint('closure_surface')
    const period = current.month
    const owed: ObligationState = {
      invoice,
      amount_cents,
      currency,
      observed: {},
      settlement: null,
      status: 'open',
    }
    const surface = { invoice, status: 'open', period, carried_from: null, advisor_evidence: null } as const
    return admit({ invoice, receivableObligation: obligation, closureSurface: closure_surface, period }, [
      create(Invoice, invoice, { amount_cents, currency, evidence, obligation, closure_surface, period }),
      create(Obligation, obligation, owed),
      create(ClosureSurface, closure_surface, surface),
      ...register(current),
      ...post(invoice, period, linesBetween(undefined, owed), at),
    ])
  },
})
