import { record } from '../record.ts'
import type { Ref } from '../refs.ts'
import type { Month } from './month.ts'

export interface InvoiceState {
  /** Minor units as invoiced; null where the invoice left it open. */
  readonly amount_cents: number | null
  readonly currency: string | null
  readonly evidence: readonly Ref[]
  readonly obligation: Ref
  readonly closure_surface: Ref
  readonly period: Month
}

/** What is owed on an invoice, and what was observed to be paid. */
export interface ObligationState {
  readonly invoice: Ref
  /** Null until the invoice or the first observation says. */
  readonly amount_cents: number | null
  readonly currency: string | null
  /** Everything observed on the invoice, by currency. */
  readonly observed: Readonly<Record<string, number>>
  readonly settlement: Ref | null
  readonly status: 'open' | 'settled'
}

/** What must be resolved before the month in which it lies can be closed. */
export interface ClosureSurfaceState {
  readonly invoice: Ref
  readonly status: 'open' | 'closed'
  readonly period: Month
  /** The month from which it was carried forward, and on whose word. */
  readonly carried_from: Month | null
  readonly advisor_evidence: Ref | null
}

export interface PaymentObservationState {
  readonly invoice: Ref
  readonly amount_cents: number
  readonly currency: string
  readonly evidence: readonly Ref[]
  /** The observation that this one replaces, and the one that replaces this. */
  readonly corrects: Ref | null
  readonly corrected_by: Ref | null
  readonly bookkeeping_fact: Ref | null
  readonly period: Month
}

export interface SettlementState {
  readonly invoice: Ref
  readonly obligation: Ref
  readonly currency: string
  readonly settled_cents: number
  readonly remaining_cents: number
  readonly unapplied_cents: number
  readonly status: 'open' | 'closed'
}

export interface BookkeepingFactState {
  readonly invoice: Ref
  readonly payment_observation: Ref
  readonly advisor_evidence: Ref
  readonly period: Month
}

/** One side of a posting. */
export interface JournalLine {
  readonly account: 'receivables' | 'revenue' | 'payments_in_transit' | 'unapplied_payments' | 'bank'
  readonly currency: string
  readonly side: 'debit' | 'credit'
  readonly cents: number
}

/** A posting: in every currency its debits equal its credits. */
export interface JournalEntryState {
  /** The fact that it books. */
  readonly source: Ref
  readonly period: Month
  readonly lines: readonly JournalLine[]
}

/** A month in which something was to be closed. A month without one is open. */
export interface EconomicPeriodState {
  readonly month: Month
  readonly status: 'open' | 'closed'
}

export interface PeriodCloseState {
  readonly period: Month
  readonly evidence: readonly Ref[]
  readonly closed_at: string
}

export const Invoice = record<InvoiceState>()('invoice')
export const Obligation = record<ObligationState>()('obligation')
export const ClosureSurface = record<ClosureSurfaceState>()('closure_surface', {
  index: { open: ({ status, period }) => (status === 'open' ? period : null) },
})
export const PaymentObservation = record<PaymentObservationState>()('payment_observation')
export const Settlement = record<SettlementState>()('settlement')
export const BookkeepingFact = record<BookkeepingFactState>()('bookkeeping_fact')
export const JournalEntry = record<JournalEntryState>()('journal_entry')
export const EconomicPeriod = record<EconomicPeriodState>()('economic_period', {
  index: { status: ({ status }) => status, year: ({ month }) => month.slice(0, 4) },
})
export const PeriodClose = record<PeriodCloseState>()('period_close')
