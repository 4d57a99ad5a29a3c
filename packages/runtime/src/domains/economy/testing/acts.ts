import type { OperationName } from '@membrane/contract'
import { advisor, clearance, invoiceEvidence, paymentEvidence, type Answer } from '@membrane/testkit'
import * as fc from 'fast-check'

/** What a caller may do; numbers choose among what is there when the step is played. */
export type Act =
  | {
      readonly do: 'invoice'
      readonly amount: number | undefined
      readonly currency: string | undefined
      /** Chosen ahead, so that two may want the same. */
      readonly name: number | undefined
    }
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
export const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('invoice' as const),
      amount: maybe(cents),
      currency: maybe(currency),
      name: fc.option(fc.nat(4), { nil: undefined, freq: 2 }),
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

/** How an act reaches the service: as a call of its own, or inside a projection. */
export type Call = (name: OperationName, body: object) => Promise<Pick<Answer, 'outcome' | 'body'>>

/** Plays acts, and remembers what came of them for those that follow. */
export class Player {
  readonly #call: Call
  readonly #now: () => number
  readonly invoices: string[]
  readonly surfaces: string[]
  readonly payments: { readonly ref: string; readonly invoice: string }[]

  constructor(call: Call, now: () => number, before?: Player) {
    this.#call = call
    this.#now = now
    this.invoices = [...(before?.invoices ?? [])]
    this.surfaces = [...(before?.surfaces ?? [])]
    this.payments = [...(before?.payments ?? [])]
  }

  /** Undefined where there is nothing yet that the act could be of. */
  async play(act: Act): Promise<Awaited<ReturnType<Call>> | undefined> {
    const invoice = this.#invoiceOf(act)
    const answer = await this.#send(act)
    if (answer === undefined || answer.outcome !== 'admitted') return answer
    const { body } = answer
    if (act.do === 'invoice') {
      this.invoices.push(body.invoice)
      this.surfaces.push(body.closureSurface)
    }
    if (act.do === 'pay' || act.do === 'correct')
      this.payments.push({ ref: body.paymentObservation, invoice: invoice! })
    return answer
  }

  /** Chosen before the call: others add to the lists while it runs. */
  #invoiceOf(act: Act): string | undefined {
    if (act.do === 'correct') return pick(this.payments, act.of)?.invoice
    return act.do === 'pay' ? pick(this.invoices, act.of) : undefined
  }

  #send(act: Act): ReturnType<Call> | undefined {
    switch (act.do) {
      case 'invoice': {
        const { amount: amount_cents, currency, name } = act
        const invoice = name === undefined ? undefined : `invoice:named_${name}`
        return this.#call('economy.invoice', { invoice, amount_cents, currency, evidence: invoiceEvidence })
      }
      case 'pay': {
        const { amount: amount_cents, currency } = act
        const invoice = pick(this.invoices, act.of)
        const body = { invoice, amount_cents, currency, evidence: paymentEvidence }
        return invoice === undefined ? undefined : this.#call('economy.paymentObservation', body)
      }
      case 'correct': {
        const { amount: amount_cents, currency } = act
        const corrects = pick(this.payments, act.of)
        const body = { amount_cents, currency, evidence: paymentEvidence }
        if (corrects === undefined) return undefined
        const of = { invoice: corrects.invoice, corrects: corrects.ref }
        return this.#call('economy.paymentObservation', { ...body, ...of })
      }
      case 'book': {
        const payment = pick(this.payments, act.of)
        if (payment === undefined) return undefined
        const body = { invoice: payment.invoice, payment_observation: payment.ref, advisor_evidence: advisor }
        return this.#call('economy.bookkeepingFact', body)
      }
      case 'close':
        return this.#call('economy.periodClose', { period: this.#month(act.months - 1), evidence: clearance })
      case 'carry': {
        const closure_surface = pick(this.surfaces, act.of)
        const body = { closure_surface, advisor_evidence: advisor, to_period: this.#month(act.months) }
        return closure_surface === undefined ? undefined : this.#call('economy.surfaceCarryForward', body)
      }
    }
  }

  #month(from: number): string {
    const now = new Date(this.#now())
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + from, 1)).toISOString().slice(0, 7)
  }
}

function pick<T>(from: readonly T[], of: number): T | undefined {
  return from[of % Math.max(1, from.length)]
}
