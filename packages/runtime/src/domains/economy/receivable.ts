import { sumCents, type JournalLine, type ObligationState } from '@membrane/contract'

/** The open position of an obligation: a pure function of what is owed and what was observed, in whatever order. */
export interface Position {
  /** Applied to the obligation, never more than its amount. */
  readonly settledCents: number
  /** Null while nobody has said how much is owed. */
  readonly remainingCents: number | null
  /** Observed beyond the amount, in its currency. */
  readonly unappliedCents: number
  /** Whether what was observed is the amount, no less and no more. */
  readonly matches: boolean
}

export function positionOf({ amount_cents, currency, observed }: ObligationState): Position {
  const paid = currency === null ? 0 : (observed[currency] ?? 0)
  const settledCents = amount_cents === null ? 0 : Math.min(paid, amount_cents)
  return {
    settledCents,
    remainingCents: amount_cents === null ? null : amount_cents - settledCents,
    unappliedCents: paid - settledCents,
    matches: paid > 0 && paid === amount_cents,
  }
}

export interface Money {
  readonly currency: string
  readonly amount_cents: number
}

/**
 * An obligation after a payment, which may stand in for an earlier one; undefined where the sum would leave the
 * range of exact integers. The first payment says what an open obligation leaves open.
 */
export function observe(
  obligation: ObligationState,
  payment: Money,
  replaced: Money | undefined,
): ObligationState | undefined {
  const { amount_cents, currency } = obligation
  const observed = { ...obligation.observed }
  if (replaced !== undefined) observed[replaced.currency]! -= replaced.amount_cents
  const sum = sumCents(observed[payment.currency] ?? 0, payment.amount_cents)
  if (sum === undefined) return undefined
  observed[payment.currency] = sum
  const owed = currency === null || currency === payment.currency ? payment : undefined
  const next = {
    ...obligation,
    observed,
    amount_cents: amount_cents ?? owed?.amount_cents ?? null,
    currency: currency ?? payment.currency,
  }
  return { ...next, status: positionOf(next).matches ? 'settled' : 'open' }
}

type Account = JournalLine['account']
type Balances = ReadonlyMap<string, number>

/** What an obligation says of the accounts, debits above 0. Each currency adds up to nothing. */
function balancesOf(obligation: ObligationState | undefined): Balances {
  const balances = new Map<string, number>()
  if (obligation === undefined) return balances
  const put = (account: Account, currency: string, cents: number): unknown =>
    balances.set(`${account} ${currency}`, cents)
  const { amount_cents, currency, observed } = obligation
  const { settledCents } = positionOf(obligation)
  for (const [paidIn, cents] of Object.entries(observed)) {
    put('payments_in_transit', paidIn, cents)
    put('unapplied_payments', paidIn, (paidIn === currency ? settledCents : 0) - cents)
  }
  if (amount_cents !== null && currency !== null) {
    put('receivables', currency, amount_cents - settledCents)
    put('revenue', currency, -amount_cents)
  }
  return balances
}

/** The posting that leads from one state of an obligation to the next. */
export function linesBetween(before: ObligationState | undefined, after: ObligationState): JournalLine[] {
  const from = balancesOf(before)
  const to = balancesOf(after)
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((name) => {
    const [account, currency] = name.split(' ') as [Account, string]
    const cents = (to.get(name) ?? 0) - (from.get(name) ?? 0)
    if (cents === 0) return []
    return [{ account, currency, side: cents > 0 ? 'debit' : 'credit', cents: Math.abs(cents) } as const]
  })
}
