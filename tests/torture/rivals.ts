import assert from 'node:assert/strict'
import { fixtureTokens, operations, type Operation, type OperationName, type Ref } from '@membrane/contract'
import { advisor, invoiceIn, payIn, type World } from '@membrane/testkit'

/** What calls contend for in one tenant, made before they start. */
export interface Prizes {
  readonly tenant: Ref
  readonly evaluations: readonly { readonly claim: Ref; readonly evaluation: Ref }[]
  readonly invoices: readonly Ref[]
  readonly payments: readonly { readonly invoice: Ref; readonly payment: Ref }[]
  readonly session: { readonly token: string; readonly presence: Ref }
}

/** One call of the crowd, and what its answer says that it got. */
export interface Rival {
  readonly name: OperationName
  readonly body: Readonly<Record<string, unknown>>
  readonly key?: string
  /** What it contends for; rivals of one prize share it. */
  readonly prize: string
  /** What it won; undefined where the answer is one that a loser may have. */
  readonly won: (answer: Outcome) => string | undefined
}

export interface Outcome {
  readonly outcome: string
  readonly code: string | undefined
  readonly body: Readonly<Record<string, unknown>>
  readonly commit: Ref | null
}

export const invoiceCents = 100_000_000
const fixture = true
const office = { actor: 'human_person:ada', company: 'company_geist:acme', office: 'managing_director' }
const evidence = ['evidence_bundle:register_extract']
const holder = {
  holder_key: 'key_registry:testkit',
  device_binding: 'device_binding:testkit',
  scopes: ['tenant'],
  expires_in_seconds: 3600,
  production_session: false,
}

export async function prepare(world: World, tenant: Ref): Promise<Prizes> {
  const each = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, make))
  return {
    tenant,
    evaluations: await each(20, () => evaluate(world, tenant)),
    invoices: await each(5, async () => invoiceOf(world, tenant)),
    payments: await each(10, async () => {
      const invoice = await invoiceOf(world, tenant)
      const { paymentObservation } = await payIn(world, invoice, { tenant })
      return { invoice, payment: String(paymentObservation) }
    }),
    session: {
      token: await world.session(tenant),
      presence: await world.presence(tenant, { subject: office.actor }),
    },
  }
}

/** The call of that number; the calls of five kinds take turns. */
export function rivalOf(prizes: Prizes, at: number): Rival {
  const kinds = [grant, claimKeyed, pay, book, refresh]
  return kinds[at % kinds.length]!(prizes, Math.floor(at / kinds.length))
}

/** The bearer that an operation needs. */
export function bearerOf(name: OperationName, { session }: Prizes): string | undefined {
  if (name === 'auth.sessionRefresh') return session.token
  return (operations[name] as Operation).access === 'session' ? fixtureTokens.primary : undefined
}

function grant({ tenant, evaluations }: Prizes, at: number): Rival {
  const { claim, evaluation } = evaluations[at % evaluations.length]!
  const granting = { standing_claim: claim, standing_evaluation: evaluation, ...office, powers: [], fixture }
  return {
    name: 'standing.grant',
    body: { tenant, ...granting },
    prize: evaluation,
    won: (answer) => wonUnless(answer, 'standing_evaluation_consumed'),
  }
}

/** One key and one body: the first answer again, or the word that it is still under way. */
function claimKeyed({ tenant }: Prizes, at: number): Rival {
  const key = `key-${Math.floor(at / 4)}`
  return {
    name: 'standing.claim',
    body: { tenant, ...office, evidence, fixture },
    key,
    prize: key,
    won: (answer) => wonUnless(answer, 'idempotency_in_flight'),
  }
}

/** Every payment counts; none is lost and none counted twice. */
function pay({ tenant, invoices }: Prizes, at: number): Rival {
  const invoice = invoices[at % invoices.length]!
  return {
    name: 'economy.paymentObservation',
    body: {
      tenant,
      invoice,
      evidence: ['evidence_bundle:payment_observation'],
      amount_cents: 1,
      currency: 'EUR',
    },
    prize: invoice,
    won: (answer) => wonUnless(answer, undefined),
  }
}

/** A payment is booked once; later calls hear of the fact that is there. */
function book({ tenant, payments }: Prizes, at: number): Rival {
  const { invoice, payment } = payments[at % payments.length]!
  return {
    name: 'economy.bookkeepingFact',
    body: { tenant, invoice, payment_observation: payment, advisor_evidence: advisor },
    prize: payment,
    won: ({ outcome, body, code }) => {
      assert.notEqual(outcome, 'refused', code)
      return String(body.bookkeepingFact)
    },
  }
}

/** The name of a session is issued once. */
function refresh({ tenant, session: { presence } }: Prizes, at: number): Rival {
  const name = `auth_session:fixture_rival_${at % 40}`
  return {
    name: 'auth.sessionRefresh',
    body: { tenant, ...holder, human_presence_receipt: presence, session: name, fixture },
    prize: name,
    won: (answer) => wonUnless(answer, 'auth_session_already_exists'),
  }
}

function wonUnless({ outcome, code, commit }: Outcome, lost: string | undefined): string | undefined {
  if (outcome !== 'refused') return String(commit)
  assert.equal(code, lost)
  return undefined
}

async function evaluate(world: World, tenant: Ref): Promise<{ claim: Ref; evaluation: Ref }> {
  const { standing_claim } = await world.admits('standing.claim', { tenant, ...office, evidence, fixture })
  const request = { tenant, standing_claim, evidence, fixture }
  const { standing_evaluation } = await world.admits('standing.evaluate', request)
  return { claim: String(standing_claim), evaluation: String(standing_evaluation) }
}

async function invoiceOf(world: World, tenant: Ref): Promise<Ref> {
  const { invoice } = await invoiceIn(world, { tenant, amount_cents: invoiceCents })
  return String(invoice)
}
