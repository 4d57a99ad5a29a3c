import { holdsScope, recordReality, type OperationName, type Ref, type RefusalCode } from '@membrane/contract'
import type { Read, Scope, Unit } from '../store/port.ts'
import {
  refuse,
  type Context,
  type LogProver,
  type Refused,
  type Step,
  type StepOptions,
  type View,
} from './decision.ts'
import { digestOfKept, digestText } from './digest.ts'
import type { Entropy } from './ids.ts'
import type { Prepared } from './prepared.ts'
import { seal, type Draft } from './seal.ts'
import { Staged } from './staged.ts'
import { recordScope, TrackingView, type ViewSources } from './view.ts'

/** What the steps of a call stand on. */
export interface StepsOptions extends ViewSources {
  readonly prover: LogProver
  readonly entropy: Entropy
  readonly prepared: (name: OperationName) => Prepared
}

/**
 * One run of facts and decision, and the operations that it runs as its steps. All of them read through here,
 * each seeing what those before it wrote, and all of their reads hold together when the call commits.
 */
export class Steps {
  readonly #options: StepsOptions
  readonly #at: Context
  readonly #staged = new Staged()
  readonly #views: TrackingView[] = []
  readonly #units = new Map<Step, Unit>()

  constructor(options: StepsOptions, at: Context) {
    this.#options = options
    this.#at = at
  }

  /** Everything that the call has read so far. */
  get reads(): Read[] {
    return this.#views.flatMap(({ reads }) => reads)
  }

  /** What facts see of a scope; the record of the call's tenant where none is named. */
  view(scope: Scope = recordScope(this.#at.tenant)): FactsView {
    const view = new FactsView(this, this.#options, scope, this.#staged)
    this.#views.push(view)
    return view
  }

  within(reality: Ref, base: number): FactsView {
    return this.view(scopeOf(this.#at.tenant, { reality, base }))
  }

  /** The commit of a step that was admitted. */
  unitOf(step: Step): Unit {
    const unit = this.#units.get(step)
    if (unit === undefined) throw new Error(`${step.operation} was not admitted: it has nothing to commit`)
    return unit
  }

  /** Runs an operation as the next step. */
  async run(
    name: OperationName,
    body: Readonly<Record<string, unknown>>,
    options: StepOptions = {},
  ): Promise<Step> {
    const prepared = this.#options.prepared(name)
    const id = this.#options.entropy.id(this.#at.now)
    const at: Context = {
      ...this.#at,
      reality: options.reality ?? recordReality,
      digest: options.kept ? digestOfKept : digestText,
      mint: (kind) => `${kind}:${id}`,
    }
    const head = { operation: name, commit: `commit:${id}`, receipt: `receipt:${id}` }
    const passed = passGuards(prepared, body, at)
    if ('refused' in passed) return { ...head, ...nothing, refused: passed.refused }

    const { input } = passed
    const { facts, decide, kept = same } = prepared.implementation
    const view = this.view(scopeOf(at.tenant, options))
    const decision = decide(input, await facts(input, view, at), at)
    if (decision.kind === 'refused') return { ...head, ...nothing, refused: decision }
    if (decision.act) throw new Error(`${name} acts outside: it is never a step of another call`)

    const outcome = decision.outcome ?? prepared.operation.outcome
    const step: Step = {
      ...head,
      refused: undefined,
      outcome,
      reasons: decision.reasons.length > 0 ? decision.reasons : [`${name} ${outcome}`],
      body: decision.body,
      writes: decision.writes,
      causes: view.causes,
      input: prepared.keep(kept(input), at.digest),
    }
    this.#stage(step, prepared, at, {
      input,
      claims: at.reality === recordReality ? decision.claims : [],
      causes: [...view.causes, ...(options.causes ?? [])],
    })
    return step
  }

  /** Seals a step's commit, for later steps to read and for the call to commit. */
  #stage(
    step: Step,
    { operation, minimise }: Prepared,
    at: Context,
    parts: Pick<Draft, 'input' | 'claims' | 'causes'>,
  ): void {
    const { commit, outcome, reasons, writes } = step
    const request = minimise(parts.input, at.digest)
    const draft = { operation, at, commit, outcome, reasons, request, writes, ...parts }
    const unit = seal(draft, this.#options.entropy)
    this.#staged.add(unit)
    this.#units.set(step, unit)
  }
}

/** Most inputs hold nothing but declared fields. */
const same = (input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => input

/** What every call passes before its facts: scope, the guards of its contract, and its own tenant. */
function passGuards(
  { operation, gate }: Prepared,
  body: Readonly<Record<string, unknown>>,
  at: Context,
): { readonly input: Readonly<Record<string, unknown>> } | { readonly refused: Refused<RefusalCode> } {
  if (at.gated && !holdsScope(at.caller.scopes, operation.name)) return { refused: refuse('scope_mismatch') }
  const passed = gate.pass(body)
  if ('refusal' in passed) return { refused: passed.refusal }
  const { tenant = at.tenant } = passed.input
  if (tenant !== at.tenant) return { refused: refuse('tenant_mismatch') }
  return { input: { ...passed.input, tenant } }
}

/** What facts see: the records of a scope, the log, and the steps of their call. */
class FactsView extends TrackingView implements View {
  readonly prover: LogProver
  readonly #steps: Steps

  constructor(steps: Steps, options: StepsOptions, scope: Scope, staged: Staged) {
    super(options, scope, staged)
    this.prover = options.prover
    this.#steps = steps
  }

  run(name: OperationName, body: Readonly<Record<string, unknown>>, options?: StepOptions): Promise<Step> {
    return this.#steps.run(name, body, options)
  }

  within(reality: Ref, base: number): View {
    return this.#steps.within(reality, base)
  }
}

const nothing = { outcome: 'refused', reasons: [], body: {}, writes: [], causes: [], input: {} } as const

/** A projection sees its own, and the record as it stood at its base. */
function scopeOf(tenant: Ref, { reality, base }: StepOptions): Scope {
  if (reality === undefined || base === undefined) return recordScope(tenant)
  return {
    tenant,
    layers: [
      { reality, before: null },
      { reality: recordReality, before: base },
    ],
  }
}
