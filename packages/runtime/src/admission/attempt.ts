import { limits, mayCommit, needsGrant, recordReality, type Ref, type RefusalCode } from '@membrane/contract'
import { StoreUnavailableError, type Committed, type Read, type Store, type Unit } from '../store/port.ts'
import type { Act, Done } from './acts.ts'
import { refuse, type Admitted, type Context, type Decision, type Refused } from './decision.ts'
import type { Step, View } from './decision.ts'
import { citedAtoms, citesUnseenProjection } from './guards/citations.ts'
import { holdsLiveGrant } from './guards/hosted-operator.ts'
import { keepAnswer, type BoundKey, type KeptAnswer } from './idempotency.ts'
import type { Prepared } from './prepared.ts'
import { seal } from './seal.ts'
import { Steps, type StepsOptions } from './steps.ts'
import type { Turns } from './turns.ts'
import type { ReadSet } from './view.ts'

/** One call once its caller, input and tenant are fixed. */
export interface Attempt {
  readonly prepared: Prepared
  readonly input: Readonly<Record<string, unknown>>
  /** The minimised input, canonical JSON. */
  readonly request: string
  readonly at: Context
  readonly id: string
  /** What fixing the caller relied on, and how to fix it again where that has changed. */
  readonly callerReads: readonly Read[]
  readonly callerAgain: () => Promise<{ readonly reads: readonly Read[] } | { readonly refused: RefusalCode }>
  readonly bound: BoundKey | undefined
  /** What became of the act that an earlier attempt of the same call asked for. */
  readonly done?: Done
}

/** A unit and its place in the log. */
export interface Entry {
  readonly unit: Unit
  readonly committed: Committed
}

/** How a call ended. `own` is what it committed itself; `steps` what its steps did, in order. */
export type Ending =
  | {
      readonly kind: 'answered'
      readonly answer: KeptAnswer
      readonly own: Entry | null
      readonly steps: readonly StepEntry[]
      /** What is to be done before the call has its answer. */
      readonly act: Act | undefined
    }
  | { readonly kind: 'refused'; readonly refused: Refused<RefusalCode, unknown>; readonly own: Entry | null }
  | { readonly kind: 'replayed'; readonly answer: KeptAnswer; readonly commit: Ref }

export interface StepEntry extends Entry {
  readonly step: Step
}

/** What every attempt of a runtime shares. */
export interface AttemptOptions extends StepsOptions {
  readonly store: Store
  readonly turns: Turns
}

/**
 * Runs facts and decision until what was read still holds at commit. A decision that writes nothing is
 * answered as it is. A call that lost takes its turn among those of its tenant that lost as well.
 */
export async function attemptCall(attempt: Attempt, options: AttemptOptions): Promise<Ending> {
  return (await runOnce(attempt, options)) ?? (await runInTurn(attempt, options))
}

async function runInTurn(attempt: Attempt, options: AttemptOptions): Promise<Ending> {
  await using _ = await options.turns.take(attempt.at.tenant)
  for (let run = 0; run < limits.rerunsMax; run++) {
    const resolved = await attempt.callerAgain()
    if ('refused' in resolved) return refusedWith(resolved.refused)
    const ended = await runOnce({ ...attempt, callerReads: resolved.reads }, options)
    if (ended !== undefined) return ended
  }
  throw new StoreUnavailableError(`what was read changed ${limits.rerunsMax} times in a row`)
}

/** Undefined where something that was read has changed. The store may have decided again before it says so. */
async function runOnce(attempt: Attempt, options: AttemptOptions): Promise<Ending | undefined> {
  let run = await decideOn(attempt, options)
  if (run.units.length === 0) return run.end([])
  const result = await options.store.commit(run.units, async (records) => {
    run = await decideOn(attempt, { ...options, records })
    return run.units
  })
  if ('done' in result) return run.end(result.done)
  return result.failed === 'full' ? refusedWith('store_full') : undefined
}

/** What one run of facts and decision wants to commit, and how the call ends once that is committed. */
interface Run {
  readonly units: readonly Unit[]
  readonly end: (done: readonly Committed[]) => Ending
}

const ended = (ending: Ending): Run => ({ units: [], end: () => ending })

async function decideOn(attempt: Attempt, options: StepsOptions): Promise<Run> {
  const { at, bound, done } = attempt
  const replay = bound && (await findReplay(bound, at, options.records))
  if (replay !== undefined && done === undefined) return ended(replay)
  const steps = new Steps(options, at)
  const view = steps.view()
  if (await lacksGrant(attempt, view)) {
    return ended(refusedWith('hosted_operator_grant_missing'))
  }
  const cited = citedAtoms(attempt.prepared.citing, attempt.input)
  if (cited.length > 0 && (await citesUnseenProjection(view, at.tenant, cited))) {
    return ended(refusedWith('reality_record_cites_projected'))
  }
  const decision = await decide(attempt, view)
  const answer = decision.kind === 'admitted' ? answerOf(decision, attempt) : undefined
  const keeps = replay === undefined ? attempt : { ...attempt, bound: undefined }
  const units = unitsOf(keeps, decision, answer, steps, view, options)
  if (units.length > 0 && !mayCommit(attempt.prepared.operation))
    throw new Error(`${attempt.prepared.operation.name} is read-only`)
  return { units, end: (committed) => ending(decision, answer, units, committed) }
}

/**
 * Without a root key, what may commit needs a live hosted-operator grant: it is part of what the call reads. What
 * became of an act outside is committed even so.
 */
async function lacksGrant({ prepared, at, done }: Attempt, view: View): Promise<boolean> {
  if (at.rootSigning !== 'no_root_key' || done !== undefined || !needsGrant(prepared.operation)) return false
  return !(at.durable && (await holdsLiveGrant(view, at)))
}

/** Facts and decision; those that follow an act, once it is done. */
async function decide({ prepared, input, at, done }: Attempt, view: View): Promise<AnyDecision> {
  const { facts, decide, complete } = prepared.implementation
  if (done === undefined) return decide(input, await facts(input, view, at), at)
  return complete!.decide(input, await complete!.facts(input, done, view, at), done, at)
}

type AnyDecision = Decision<unknown, RefusalCode>

/** A refusal of the pipeline's own: nothing was committed. */
function refusedWith(code: RefusalCode): Ending {
  return { kind: 'refused', refused: refuse(code), own: null }
}

async function findReplay(
  bound: BoundKey,
  at: Context,
  records: StepsOptions['records'],
): Promise<Ending | undefined> {
  const first = await records.answer(at.tenant, bound.key, at.now)
  if (first === undefined) return undefined
  if (first.bodyHash !== bound.bodyHash) return refusedWith('idempotency_key_reused')
  return { kind: 'replayed', answer: JSON.parse(first.body) as KeptAnswer, commit: first.commit }
}

/** A call that commits through its steps alone has the receipt of the last of them. */
function answerOf(decision: Admitted<unknown>, { prepared: { operation }, at, id }: Attempt): KeptAnswer {
  const outcome = decision.outcome ?? operation.outcome
  const last = decision.writes.length === 0 ? decision.steps.at(-1) : undefined
  return {
    receipt: decision.receipt ?? last?.receipt ?? `receipt:${id}`,
    outcome,
    reasons: decision.reasons.length > 0 ? decision.reasons : [`${operation.name} ${outcome}`],
    issuedAt: at.time,
    body: decision.body as Readonly<Record<string, unknown>>,
    steps: decision.steps.map(({ operation, commit, receipt, outcome, reasons, body }) => ({
      operation,
      commit,
      answer: { receipt, outcome, reasons, issuedAt: at.time, body, steps: [] },
    })),
  }
}

/** Everything that the call commits, its steps first. All reads are checked with the first unit: it is one act. */
function unitsOf(
  attempt: Attempt,
  decision: AnyDecision,
  answer: KeptAnswer | undefined,
  steps: Steps,
  view: ReadSet,
  { entropy }: StepsOptions,
): Unit[] {
  const { prepared, at, bound } = attempt
  const units = decision.kind === 'admitted' ? decision.steps.map((step) => steps.unitOf(step)) : []
  if (decision.writes.length > 0) units.push(seal(draftOf(attempt, decision, answer, view.causes), entropy))
  const [first] = units
  if (first === undefined) return []
  units[0] = { ...first, reads: [...attempt.callerReads, ...steps.reads] }
  const kept =
    bound && answer && !actOf(decision) ? keepAnswer(bound, prepared.operation, answer, at.now) : null
  units.push({ ...units.pop()!, answer: kept })
  return units
}

function draftOf(
  { prepared, input, request, at, id }: Attempt,
  decision: AnyDecision,
  answer: KeptAnswer | undefined,
  readCauses: ReadSet['causes'],
) {
  const reality = decision.kind === 'admitted' ? decision.reality : recordReality
  const given = decision.kind === 'admitted' ? decision.causes : []
  return {
    operation: prepared.operation,
    at: { ...at, reality },
    commit: `commit:${id}`,
    outcome: answer?.outcome ?? 'refused',
    reasons: decision.kind === 'refused' ? [decision.code] : answer!.reasons,
    input,
    request,
    writes: decision.writes,
    claims: decision.kind === 'admitted' ? decision.claims : [],
    causes: [...readCauses, ...given],
  }
}

function ending(
  decision: AnyDecision,
  answer: KeptAnswer | undefined,
  units: readonly Unit[],
  done: readonly Committed[],
): Ending {
  const entries = units.map((unit, at): Entry => ({ unit, committed: done[at]! }))
  const own = decision.writes.length > 0 ? entries.pop()! : null
  if (decision.kind === 'refused') return { kind: 'refused', refused: decision, own }
  const steps = decision.steps.map((step, at): StepEntry => ({ step, ...entries[at]! }))
  return { kind: 'answered', answer: answer!, own, steps, act: decision.act }
}

function actOf(decision: AnyDecision): Act | undefined {
  return decision.kind === 'admitted' ? decision.act : undefined
}
