import assert from 'node:assert/strict'
import {
  ClosureSurface,
  JournalEntry,
  Obligation,
  PaymentObservation,
  PeriodClose,
  Settlement,
  type RecordType,
} from '@membrane/contract'
import type { World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'

export interface Kept {
  readonly kind: string
  readonly ref: string
  readonly version: number
  readonly sequence: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the kind says which state it is
  readonly state: any
}

export async function everything({ runtime }: World): Promise<Kept[]> {
  const commits = await runtime.store.commitsFrom(tenant, 0, 100_000)
  return commits.flatMap(({ atoms }) => atoms.map((atom) => ({ ...atom, state: JSON.parse(atom.state) })))
}

export function newest<State>(
  atoms: readonly Kept[],
  { kind }: RecordType<State>,
): { readonly ref: string; readonly sequence: number; readonly state: State }[] {
  return [...new Map(atoms.filter((atom) => atom.kind === kind).map((atom) => [atom.ref, atom])).values()]
}

function add(sums: Map<string, bigint>, name: string, cents: number): void {
  sums.set(name, (sums.get(name) ?? 0n) + BigInt(cents))
}

function nonZero(sums: Map<string, bigint>): Map<string, bigint> {
  return new Map([...sums].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Every posting balances in every currency, and all of them together say what the records say. */
export function checkJournal(atoms: readonly Kept[]): void {
  const ledger = new Map<string, bigint>()
  for (const { state } of newest(atoms, JournalEntry)) {
    const balance = new Map<string, bigint>()
    for (const { account, currency, side, cents } of state.lines) {
      assert.ok(Number.isSafeInteger(cents) && cents > 0)
      add(balance, currency, side === 'debit' ? cents : -cents)
      add(ledger, `${account} ${currency}`, side === 'debit' ? cents : -cents)
    }
    assert.deepEqual(nonZero(balance), new Map(), 'debits equal credits')
  }
  const expected = new Map<string, bigint>()
  for (const { state } of newest(atoms, PaymentObservation)) {
    if (state.corrected_by !== null) continue
    const account = state.bookkeeping_fact === null ? 'payments_in_transit' : 'bank'
    add(expected, `${account} ${state.currency}`, state.amount_cents)
    add(expected, `unapplied_payments ${state.currency}`, -state.amount_cents)
  }
  for (const { state } of newest(atoms, Obligation)) {
    if (state.amount_cents === null || state.currency === null) continue
    add(expected, `revenue ${state.currency}`, -state.amount_cents)
    add(expected, `receivables ${state.currency}`, state.amount_cents)
  }
  for (const { state } of newest(atoms, Settlement)) {
    add(expected, `receivables ${state.currency}`, -state.settled_cents)
    add(expected, `unapplied_payments ${state.currency}`, state.settled_cents)
  }
  assert.deepEqual(nonZero(ledger), nonZero(expected), 'the journal says what the records say')
}

/** What was admitted counts once, and nothing settles above its amount. */
export function checkSettlements(atoms: readonly Kept[], payments: readonly string[]): void {
  const admitted = newest(atoms, PaymentObservation)
  assert.deepEqual(admitted.map(({ ref }) => ref).sort(), payments.toSorted())
  const settlements = new Map(newest(atoms, Settlement).map(({ ref, state }) => [ref, state]))
  const surfaces = new Map(newest(atoms, ClosureSurface).map(({ state }) => [state.invoice, state]))
  for (const { state: owed } of newest(atoms, Obligation)) {
    const observed = new Map<string, bigint>()
    for (const { state } of admitted)
      if (state.invoice === owed.invoice && state.corrected_by === null)
        add(observed, state.currency, state.amount_cents)
    const counted = new Map(Object.entries(owed.observed).map(([name, cents]) => [name, BigInt(cents)]))
    assert.deepEqual(nonZero(counted), nonZero(observed), 'nothing is lost or counted twice')
    const paid = Number(observed.get(owed.currency ?? '') ?? 0n)
    const matches = paid > 0 && paid === owed.amount_cents
    assert.equal(surfaces.get(owed.invoice)!.status, matches ? 'closed' : 'open')
    assert.equal(owed.status, matches ? 'settled' : 'open')
    if (owed.settlement === null) continue
    const { settled_cents, remaining_cents, unapplied_cents, status } = settlements.get(owed.settlement)!
    assert.ok(settled_cents <= owed.amount_cents!)
    assert.equal(settled_cents + remaining_cents, owed.amount_cents)
    assert.equal(settled_cents + unapplied_cents, paid)
    assert.equal(status, matches ? 'closed' : 'open')
  }
}

/** After its close a month takes nothing: no posting, no invoice, no payment, no open surface. */
export function checkMonths(atoms: readonly Kept[]): void {
  const closedAt = new Map(newest(atoms, PeriodClose).map((close) => [close.state.period, close.sequence]))
  for (const { kind, version, sequence, state, ref } of atoms) {
    const closed = closedAt.get(state.period)
    if (closed === undefined || sequence <= closed) continue
    const isNew = version === 1 && kind !== 'settlement'
    const isOpen = kind === 'closure_surface' && state.status === 'open'
    assert.ok(!isNew && !isOpen, `${ref} fell in ${state.period} after it was closed`)
  }
  for (const { state } of newest(atoms, ClosureSurface))
    assert.ok(state.status === 'closed' || !closedAt.has(state.period), 'a closed month has no open surface')
}
