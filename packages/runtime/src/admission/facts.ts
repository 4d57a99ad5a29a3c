import type { OperationName, RecordType, Ref, RefusalCode, StateOf } from '@membrane/contract'
import type { Awaitable, LogStore } from '../store/port.ts'
import type { Refused, Write } from './decision.ts'
import type { LogProver } from './log-prover.ts'

/** The newest version of a record, as facts see it. */
export interface Atom<State = unknown> {
  readonly ref: Ref
  readonly kind: string
  readonly version: number
  readonly sequence: number
  readonly state: State
}

/**
 * Reads for facts. Each get, list and claim is remembered: the commit fails, and facts and decision run
 * again, where one of them has changed. Reads of `log` and `prover` are not.
 */
export interface View {
  get<R extends RecordType<never>>(record: R, ref: Ref | undefined): Awaitable<Atom<StateOf<R>> | undefined>
  /** Every ref listed under the key of an index, in order of first writing. */
  list<State, Index extends string>(
    record: RecordType<State, Index>,
    index: Index,
    key: Ref,
  ): Awaitable<readonly Atom<State>[]>
  claim(space: string, key: string): Awaitable<string | undefined>
  readonly log: LogStore
  readonly prover: LogProver
  /**
   * Runs another operation as a step of this call: its guards, facts and decision, on what the steps before it wrote.
   * It is committed with the call if the decision names it among its `steps`, as a commit of its own.
   */
  run(name: OperationName, body: Readonly<Record<string, unknown>>, options?: StepOptions): Promise<Step>
  /** What a projection holds, over the record before its base. */
  within(reality: Ref, base: number): View
}

export interface StepOptions {
  /** The projection in which the step happens, and the sequence up to which it sees the record. */
  readonly reality?: Ref
  readonly base?: number
  /** The body is a `Step.input`: digests stand in it for what was not to be kept. */
  readonly kept?: true
  /** Versions that the step's commit cites beside those that it read. */
  readonly causes?: readonly Cause[]
}

/** A version that a decision rests on. */
export interface Cause {
  readonly ref: Ref
  readonly version: number
}

/** What an operation decided as a step of a call. */
export interface Step {
  readonly operation: OperationName
  readonly commit: Ref
  readonly receipt: Ref
  /** Undefined where it was admitted. */
  readonly refused: Refused<RefusalCode, unknown> | undefined
  readonly outcome: string
  readonly reasons: readonly string[]
  readonly body: Readonly<Record<string, unknown>>
  readonly writes: readonly Write[]
  /** The versions that it read. */
  readonly causes: readonly Cause[]
  /** The input as it may be kept: it runs the operation again. */
  readonly input: Readonly<Record<string, unknown>>
}
