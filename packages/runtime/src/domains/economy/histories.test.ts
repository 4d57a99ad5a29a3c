import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invoice, PaymentObservation, PeriodClose, Settlement } from '@membrane/contract'
import { advisor, clearance, invoiceEvidence, paymentEvidence, World, type Answer } from '@membrane/testkit'
import * as fc from 'fast-check'
import { checkJournal, checkMonths, checkSettlements, everything, newest } from './testing/books.ts'

const dayMs = 86_400_000

/** What a caller may do; numbers choose among what is there when the step is played. */
type Act =
  | { readonly do: 'invoice'; readonly amount: number | undefined; readonly currency: string | undefined }
  | {
      readonly do: 'pay'
      readonly of: number
      readonly amount: number | undefined
      readonly currency: string
    }
  | { readonly do: 'correct'; readonly of: number; readonly amount: number; readonly currency: string }
  | { readonly do: 'book'; readonly of: number }
  | { readonly do: 'close'; readonly months: number }
  | { readonly do: 'carry'; readonly of: number; readonly months: number }

const cents = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(Number.MAX_SAFE_INTEGER))
const currency = fc.constantFrom('EUR', 'EUR', 'EUR', 'USD')
const of = fc.nat(20)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 })
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('invoice' as const),
      amount: maybe(cents),
      currency: maybe(currency),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pay' as const), of, amount: maybe(cents), currency }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('correct' as const), of, amount: cents, currency }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('book' as const), of }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), months: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('carry' as const), of, months: fc.nat(3) }) },
)
/** Days pass between the groups; the acts of a group happen at once. */
const history = fc.array(
  fc.record({ days: fc.nat(40), acts: fc.array(act, { minLength: 1, maxLength: 8 }) }),
  {
    minLength: 1,
    maxLength: 8,
  },
)

class Ledger {
  readonly #world: World
  readonly invoices: string[] = []
  readonly surfaces: string[] = []
  readonly payments: { readonly ref: string; readonly invoice: string }[] = []

  constructor(world: World) {
    this.#world = world
  }

  async play(act: Act): Promise<void> {
    const invoice = this.#invoiceOf(act)
    const answer = await this.#call(act)
    if (answer === undefined || answer.outcome !== 'admitted') return
    const { body } = answer
    if (act.do === 'invoice') {
      this.invoices.push(body.invoice)
      this.surfaces.push(body.closureSurface)
    }
    if (act.do === 'pay' || act.do === 'correct')
      this.payments.push({ ref: body.paymentObservation, invoice: invoice! })
  }

  /** Chosen before the call: others add to the lists while it runs. */
  #invoiceOf(act: Act): string | undefined {
    if (act.do === 'correct') return pick(this.payments, act.of)?.invoice
    return act.do === 'pay' ? pick(this.invoices, act.of) : undefined
  }

  #call(act: Act): Promise<Answer> | undefined {
    const world = this.#world
    switch (act.do) {
      case 'invoice': {
        const { amount: amount_cents, currency } = act
        return world.call('economy.invoice', { amount_cents, currency, evidence: invoiceEvidence })
      }
      case 'pay': {
        const { amount: amount_cents, currency } = act
        const invoice = pick(this.invoices, act.of)
        const body = { invoice, amount_cents, currency, evidence: paymentEvidence }
        return invoice === undefined ? undefined : world.call('economy.paymentObservation', body)
      }
      case 'correct': {
        const { amount: amount_cents, currency } = act
        const corrects = pick(this.payments, act.of)
        const body = { amount_cents, currency, evidence: paymentEvidence }
        if (corrects === undefined) return undefined
        const of = { invoice: corrects.invoice, corrects: corrects.ref }
        return world.call('economy.paymentObservation', { ...body, ...of })
      }
      case 'book': {
        const payment = pick(this.payments, act.of)
        if (payment === undefined) return undefined
        const body = { invoice: payment.invoice, payment_observation: payment.ref, advisor_evidence: advisor }
        return world.call('economy.bookkeepingFact', body)
      }
      case 'close':
        return world.call('economy.periodClose', { period: this.#month(act.months - 1), evidence: clearance })
      case 'carry': {
        const closure_surface = pick(this.surfaces, act.of)
        const body = { closure_surface, advisor_evidence: advisor, to_period: this.#month(act.months) }
        return closure_surface === undefined ? undefined : world.call('economy.surfaceCarryForward', body)
      }
    }
  }

  #month(from: number): string {
    const now = new Date(this.#world.clock.now())
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + from, 1)).toISOString().slice(0, 7)
  }
}

function pick<T>(from: readonly T[], of: number): T | undefined {
  return from[of % Math.max(1, from.length)]
}

test('whatever happens at once, the books balance, nothing is lost, and what is closed stays', async () => {
  const seen = { settled: 0, over: 0, closed: 0, corrected: 0 }
  await fc.assert(
    fc.asyncProperty(history, async (groups) => {
      await using world = await World.start()
      const ledger = new Ledger(world)
      for (const { days, acts } of groups) {
        world.clock.advance(days * dayMs)
        await Promise.all(acts.map((each) => ledger.play(each)))
      }
      const atoms = await everything(world)
      checkJournal(atoms)
      checkSettlements(
        atoms,
        ledger.payments.map(({ ref }) => ref),
      )
      checkMonths(atoms)
      const settlements = newest(atoms, Settlement)
      seen.settled += settlements.filter(({ state }) => state.status === 'closed').length
      seen.over += settlements.filter(({ state }) => state.unapplied_cents > 0).length
      seen.closed += newest(atoms, PeriodClose).length
      seen.corrected += newest(atoms, PaymentObservation).filter(
        ({ state }) => state.corrects !== null,
      ).length
    }),
    { numRuns: 60 },
  )
  for (const [what, count] of Object.entries(seen))
    assert.ok(count > 10, `the histories hardly held ${what}: ${count}`)
})

test('payments at once settle an invoice exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 12 }),
      async (parts) => {
        await using world = await World.start()
        const amount_cents = parts.reduce((sum, part) => sum + part, 0)
        const body = { amount_cents, currency: 'EUR', evidence: invoiceEvidence }
        const { invoice } = await world.admits('economy.invoice', body)
        const answers = await Promise.all(
          parts.map((part) =>
            world.admits('economy.paymentObservation', {
              invoice,
              amount_cents: part,
              evidence: paymentEvidence,
            }),
          ),
        )
        assert.equal(answers.filter(({ closureStatus }) => closureStatus === 'closed').length, 1)
        assert.equal(new Set(answers.map(({ settlement }) => settlement)).size, 1)
        const atoms = await everything(world)
        const [settlement] = newest(atoms, Settlement)
        assert.equal(settlement!.state.settled_cents, amount_cents)
        const [first] = newest(atoms, Invoice)
        assert.equal(first!.state.amount_cents, amount_cents)
      },
    ),
    { numRuns: 20 },
  )
})
