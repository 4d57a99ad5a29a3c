import { limits, type Ref, type RefusalCode } from '@membrane/contract'
import { StoreUnavailableError, type Committed, type Read, type Store, type Unit } from '../store/port.ts'
import type { Admitted, Context, Decision, Implementation, LogProver, Refused } from './decision.ts'
import type { Entropy } from './ids.ts'
import { keepAnswer, type BoundKey, type KeptAnswer } from './idempotency.ts'
import { seal } from './seal.ts'
import { FactsView, recordScope, type ReadSet } from './view.ts'

/** One call once its caller, input and tenant are fixed. */
export interface Attempt {
  readonly implementation: Implementation
  readonly input: Readonly<Record<string, unknown>>
  /** The minimised input, canonical JSON. */
  readonly request: string
  readonly at: Context
  readonly id: string
  readonly callerReads: readonly Read[]
  readonly bound: BoundKey | undefined
}

/** How a call ended. `unit` is what was committed, if anything was. */
export type Ending =
  | {
      readonly kind: 'answered'
      readonly answer: KeptAnswer
      readonly unit: Unit | null
      readonly committed: Committed | null
    }
  | {
      readonly kind: 'refused'
      readonly refused: Refused<RefusalCode, unknown>
      readonly unit: Unit | null
      readonly committed: Committed | null
    }
  | { readonly kind: 'replayed'; readonly answer: KeptAnswer; readonly commit: Ref }

/**
 * Runs facts and decision until what was read still holds at commit. A decision that writes nothing is
 * answered as it is.
 */
export async function attemptCall(
  attempt: Attempt,
  store: Store,
  prover: LogProver,
  entropy: Entropy,
): Promise<Ending> {
  const { implementation, input, at, bound } = attempt
  for (let run = 0; run < limits.rerunsMax; run++) {
    const replay = bound && (await findReplay(bound, at, store))
    if (replay !== undefined) return replay
    const view = new FactsView(store, prover, recordScope(at.tenant))
    const facts = await implementation.facts(input, view, at)
    const decision = implementation.decide(input, facts, at)
    const answer = decision.kind === 'admitted' ? answerOf(decision, attempt) : undefined
    if (decision.writes.length === 0) return ending(decision, answer, null, null)
    const unit = sealAttempt(attempt, decision, answer, view, entropy)
    const result = await store.commit([unit])
    if ('done' in result) return ending(decision, answer, unit, result.done[0]!)
    if (result.failed === 'full') return { kind: 'refused', refused: storeFull, unit: null, committed: null }
  }
  throw new StoreUnavailableError(`what was read changed ${limits.rerunsMax} times in a row`)
}

const storeFull: Refused<RefusalCode> = {
  kind: 'refused',
  code: 'store_full',
  detail: undefined,
  facts: {},
  writes: [],
  body: undefined,
}

async function findReplay(bound: BoundKey, at: Context, store: Store): Promise<Ending | undefined> {
  const first = await store.answer(at.tenant, bound.key, at.now)
  if (first === undefined) return undefined
  if (first.bodyHash === bound.bodyHash) {
    return { kind: 'replayed', answer: JSON.parse(first.body) as KeptAnswer, commit: first.commit }
  }
  const refused: Refused<RefusalCode> = { ...storeFull, code: 'idempotency_key_reused' }
  return { kind: 'refused', refused, unit: null, committed: null }
}

function answerOf(
  { outcome, reasons, body, receipt }: Admitted<unknown>,
  { implementation: { operation }, at, id }: Attempt,
): KeptAnswer {
  const named = outcome ?? operation.outcome
  return {
    receipt: receipt ?? `receipt:${id}`,
    outcome: named,
    reasons: reasons.length > 0 ? reasons : [`${operation.name} ${named}`],
    issuedAt: at.time,
    body: body as Readonly<Record<string, unknown>>,
  }
}

function ending(
  decision: Decision<unknown, RefusalCode>,
  answer: KeptAnswer | undefined,
  unit: Unit | null,
  committed: Committed | null,
): Ending {
  if (decision.kind === 'refused') return { kind: 'refused', refused: decision, unit, committed }
  return { kind: 'answered', answer: answer!, unit, committed }
}

function sealAttempt(
  { implementation, input, request, at, id, callerReads, bound }: Attempt,
  decision: Decision<unknown, RefusalCode>,
  answer: KeptAnswer | undefined,
  view: ReadSet,
  entropy: Entropy,
): Unit {
  const { operation } = implementation
  return seal(
    {
      operation,
      at,
      commit: `commit:${id}`,
      outcome: answer?.outcome ?? 'refused',
      reasons: decision.kind === 'refused' ? [decision.code] : answer!.reasons,
      input,
      request,
      writes: decision.writes,
      claims: decision.kind === 'admitted' ? decision.claims : [],
      readSet: view,
      callerReads,
      answer: bound && answer ? keepAnswer(bound, operation, answer, at.now) : null,
    },
    entropy,
  )
}
