import { recordReality } from '@membrane/contract'
import type {
  AdapterTraits,
  BodyOf,
  CodeOf,
  InputOf,
  Operation,
  Outcome,
  RecordType,
  Ref,
  RefusalCode,
} from '@membrane/contract'
import type { Awaitable } from '../store/port.ts'
import type { Act, Done } from './acts.ts'
import type { Atom, Cause, Step, View } from './facts.ts'

export type { Act, Delivered, Delivery, Done, Restored } from './acts.ts'
export type { Atom, Cause, Step, StepOptions, View } from './facts.ts'
export type { LogProver } from './log-prover.ts'

/** Who calls. Anonymous callers have no session. */
export interface Caller {
  readonly session: Ref | null
  readonly actor: Ref | null
  readonly tenant: Ref | null
  readonly scopes: readonly string[]
  /** `sha256:` of the bearer token. */
  readonly commitment: string | null
  /** A fixture session of the runtime itself, rather than one that was issued. */
  readonly builtIn: 'primary' | 'secondary' | null
}

export interface Signer {
  readonly key: string
  readonly algorithm: 'Ed25519'
  readonly public_key_hash: string
  readonly root_signing: 'fixture_root' | 'no_root_key'
}

/** Everything from outside that a decision may use. Fixed once a call. */
export interface Context {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The same instant, RFC 3339 in UTC. */
  readonly time: string
  readonly tenant: Ref
  readonly reality: Ref
  readonly caller: Caller
  /** Whether `MEMBRANE_BEARER` is `writes`: the gate is then real. */
  readonly gated: boolean
  readonly durable: boolean
  readonly storage: 'memory' | 'postgres'
  readonly rootSigning: 'fixture_root' | 'no_root_key'
  /** Which key signs the checkpoints over this tenant's log. */
  readonly signer: Signer
  /** Which key signs for the leaves of an origin. */
  signerOf(origin: string): Signer
  /** The primary fixture token, which session exchange echoes. */
  readonly primaryToken: string
  /** Whether the server counts login attempts itself (`MEMBRANE_ATTEMPT_COUNTING`). */
  readonly countsAttempts: boolean
  /** What is known of an effect's adapter; undefined where this runtime cannot reach it. */
  adapter(name: string): AdapterTraits | undefined
  /** A new ref; all refs minted for one call share its identifier. */
  mint(kind: string): Ref
  /** `sha256:` and hex of a text. */
  readonly digest: (text: string) => string
  /** `sha256:` and hex under a key of this runtime: stable, and nobody outside can compute it. */
  keyed(text: string): string
  /** 32 random bytes in base64url. A name has one value for one call, however often the call decides. */
  secret(name: string): string
  /** A new bearer token; the same for one call. */
  token(): string
}

export interface Write {
  readonly record: RecordType<never>
  readonly ref: Ref
  readonly version: number
  readonly state: unknown
  /** The state of the version before; undefined for the first. */
  readonly previous: unknown
}

export interface Claim {
  readonly space: string
  readonly key: string
  readonly value: string
}

export interface Admitted<Body> {
  readonly kind: 'admitted'
  readonly outcome: Exclude<Outcome, 'refused'> | undefined
  readonly body: Body
  readonly writes: readonly Write[]
  readonly claims: readonly Claim[]
  readonly reasons: readonly string[]
  /** A fixed receipt ref, where the answer is constant. */
  readonly receipt: Ref | undefined
  /** Steps to commit before the call's own writes, in order, all of it or nothing. */
  readonly steps: readonly Step[]
  /** Versions that the call's own writes rest on beside those that its facts read. */
  readonly causes: readonly Cause[]
  /** The reality in which the call's own writes happen. */
  readonly reality: Ref
  /** What to do outside once the writes are committed; `complete` then decides the answer. */
  readonly act: Act | undefined
}

export interface Refused<Code extends RefusalCode, Body = never> {
  readonly kind: 'refused'
  readonly code: Code
  readonly detail: string | undefined
  /** Further facts for the refusal body, never the caller's input. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Records that stand although the answer is a refusal (a rate-limit evaluation). */
  readonly writes: readonly Write[]
  /** The operation's own body beside the refusal keys, where the refusal is itself on record. */
  readonly body: Partial<Nullable<Body>> | undefined
}

type Nullable<Body> = { readonly [K in keyof Body]: Body[K] | null }

export type Decision<Body, Code extends RefusalCode> = Admitted<Body> | Refused<Code, Body>

interface AdmitOptions {
  readonly outcome?: Exclude<Outcome, 'refused'>
  readonly claims?: readonly Claim[]
  readonly reasons?: readonly string[]
  readonly receipt?: Ref
  readonly steps?: readonly Step[]
  readonly causes?: readonly Cause[]
  readonly reality?: Ref
}

/** Admits, with the records to write. The outcome is the operation's own unless named. */
export function admit<Body>(
  body: Body,
  writes: readonly Write[] = [],
  options: AdmitOptions = {},
): Admitted<Body> {
  const { outcome, claims = [], reasons = [], receipt, steps = [], causes = [] } = options
  const { reality = recordReality } = options
  const given = { outcome, body, writes, claims, reasons, receipt, steps, causes, reality }
  return { kind: 'admitted', ...given, act: undefined }
}

/** Asks for an act: the writes are committed before it is done, and what `complete` decides is the answer. */
export function perform(act: Act, writes: readonly Write[] = [], reasons: readonly string[] = []) {
  return { ...admit({} as never, writes, { outcome: 'pending', reasons }), act }
}

/** A repeat of a terminal act: verified, nothing written, `stable_code` says which. */
export function already<Body extends { readonly stable_code: string }>(body: Body): Admitted<Body> {
  return admit(body, [], { outcome: 'verified', reasons: [body.stable_code] })
}

/** Refuses with a declared code. `detail` helps the caller and never repeats what was sent. */
export function refuse<const Code extends RefusalCode>(
  code: Code,
  detail?: string,
  facts: Readonly<Record<string, unknown>> = {},
): Refused<Code> {
  return { kind: 'refused', code, detail, facts, writes: [], body: undefined }
}

/** Passes on how a step was refused. The operation's contract says that it may answer the codes of its steps. */
export function passOn(
  { code, detail, facts }: Refused<RefusalCode, unknown>,
  more: Readonly<Record<string, unknown>> = {},
): Refused<never> {
  return refuse(code as never, detail, { ...facts, ...more })
}

/** Refuses on record: the writes stand, and the operation's own body goes out beside the refusal keys. */
export function refuseRecorded<const Code extends RefusalCode, Body>(
  code: Code,
  body: Body,
  writes: readonly Write[],
  facts: Readonly<Record<string, unknown>> = {},
) {
  return { kind: 'refused' as const, code, detail: undefined, facts, writes, body }
}

/** The first version of a record. */
export function create<State>(record: RecordType<State>, ref: Ref, state: State): Write {
  return { record, ref, version: 1, state, previous: undefined }
}

/** The next version of a record that was read. */
export function next<State>(record: RecordType<State>, atom: Atom<State>, patch: Partial<State>): Write {
  const state = { ...atom.state, ...patch }
  return { record, ref: atom.ref, version: atom.version + 1, state, previous: atom.state }
}

/** Facts and decision of one operation. */
export interface Implementation<Op extends Operation = Operation, Facts = unknown> {
  readonly operation: Op
  /** The tenant in whose log the call commits, where it is not the call's own. */
  readonly tenant?: (input: InputOf<Op>, mint: Context['mint']) => Ref | undefined
  /** An input that runs the operation again, without what its open fields hold beyond what is known. */
  readonly kept?: (input: InputOf<Op>) => InputOf<Op>
  /** Reads what the decision needs; the only part that waits. */
  readonly facts: (input: InputOf<Op>, view: View, at: Context) => Awaitable<Facts>
  /** Pure and synchronous: no I/O, no clock, no random, no throw. */
  readonly decide: (input: InputOf<Op>, facts: Facts, at: Context) => Decision<BodyOf<Op>, CodeOf<Op>>
  /** What follows the act that `decide` asked for: its decision is the call's answer. */
  readonly complete?: Completion<Op>
}

/** Facts and decision once an act is done. Methods, so that an operation may name the kind of act that it asks for. */
export interface Completion<Op extends Operation = Operation, Facts = unknown> {
  facts(input: InputOf<Op>, done: Done, view: View, at: Context): Awaitable<Facts>
  decide(input: InputOf<Op>, facts: Facts, done: Done, at: Context): Decision<BodyOf<Op>, CodeOf<Op>>
}

interface Parts<Op extends Operation, Facts, After> extends Omit<
  Implementation<Op, Facts>,
  'operation' | 'facts' | 'complete'
> {
  readonly facts?: Implementation<Op, Facts>['facts']
  readonly complete?: Completion<Op, After>
}

/** Binds facts and decision to the operation that they implement. What facts read is between the two alone. */
export function implement<Op extends Operation, Facts = Record<string, never>, After = never>(
  operation: Op,
  parts: Parts<Op, Facts, After>,
): Implementation<Op> {
  const implementation = { operation, facts: () => ({}) as Facts, ...parts }
  return implementation as unknown as Implementation<Op>
}
