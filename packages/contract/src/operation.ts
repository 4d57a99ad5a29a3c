import type { Static, TLiteral, TObject, TSchema } from 'typebox'
import type { Settled } from './response.ts'
import type { Fields, Input } from './field.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * Who may call. `public`: anyone. `ceremony`: no bearer needed, one that does not verify is ignored.
 * `session`: a bearer always. `tenant`: a bearer where the setting `MEMBRANE_BEARER` says so.
 */
export type Access = 'public' | 'ceremony' | 'session' | 'tenant'

export type CapabilityState = 'staging-durable' | 'fixture-rehearsed' | 'shape-only'

export type Outcome =
  | 'verified'
  | 'admitted'
  | 'pending'
  | 'refused'
  | 'projected'
  | 'queued'
  | 'executed'
  | 'failed'

export type ResponseFields = Readonly<Record<string, TSchema>>

/** One operation of the interface, as data. */
export interface Operation<
  Name extends string = string,
  Request extends Fields = Fields,
  Response extends ResponseFields = ResponseFields,
  Code extends RefusalCode = RefusalCode,
> {
  readonly name: Name
  /** Earlier or shorter names that the interface also uses. */
  readonly aliases?: readonly string[]
  readonly summary: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly access: Access
  readonly state: CapabilityState
  /** The outcome where the decision names no other. */
  readonly outcome: Exclude<Outcome, 'refused'>
  /** May run inside a projection (`reality.commit`). */
  readonly projectable?: true
  /**
   * Operations that it runs as its steps and whose refusals it answers as its own: names, or `projectable` for
   * every operation that is.
   */
  readonly passesThrough?: readonly string[]
  /** Fields of the JSON body, or of the query and path where the method is GET. */
  readonly request: Request
  readonly response: Response
  /** The operation's own codes in order of precedence. What guards and access add is derived. */
  readonly refusals: readonly Code[]
  /** The code of any `raw_*` field, declared or not, where the interface gives one. */
  readonly rawCode?: RefusalCode
  /** What the answer is as a document, where `Accept` names `text/plain`. Refusals stay envelopes. */
  readonly plainText?: string
  /** Response fields that are shown once and never kept: a replay answers them with null. */
  readonly once?: readonly string[]
  /** The field of the body that is an Idempotency-Key where the header is absent. */
  readonly keyField?: string
  /** A POST that never commits. */
  readonly readOnly?: true
  /** Commits without a hosted-operator grant: the grant itself. */
  readonly ungranted?: true
  /** Needs no scope: it reaches nothing but the caller's own session. */
  readonly scopeFree?: true
  /** A request that shows the shape; documents use it. */
  readonly example: Readonly<Record<string, unknown>>
}

/** Declares an operation; the type keeps its names, fields and codes. */
export function operation<
  const Name extends string,
  Request extends Fields,
  Response extends ResponseFields,
  const Code extends RefusalCode = never,
>(shape: Operation<Name, Request, Response, Code>): Operation<Name, Request, Response, Code> {
  return shape
}

/** Whether a call of the operation may write to the record. */
export function mayCommit({ method, readOnly }: Operation): boolean {
  return method === 'POST' && readOnly !== true
}

/** Whether the operation commits under a live hosted-operator grant only, where root signing is disabled. */
export function needsGrant(operation: Operation): boolean {
  return mayCommit(operation) && operation.ungranted !== true
}

export type InputOf<Op> = Op extends Operation<string, infer Request> ? Input<Request> : never
export type CodeOf<Op> = Op extends Operation<string, Fields, ResponseFields, infer Code> ? Code : never

/** The body of an operation's own answer as a caller reads it: every response field. */
export type ResponseOf<Op> = Op extends Operation<string, Fields, infer R> ? Static<TObject<R>> : never

/** Response fields that the pipeline fills from the commit. */
export type Filled =
  | 'steps'
  | 'durable_state'
  | 'durableState'
  | 'durable_commit'
  | 'durable_record'
  | 'signer'

type OptionalKeys<R> = { [K in keyof R]: R[K] extends { '~optional': true } ? K : never }[keyof R]
type DecidedKeys<R> = Exclude<
  { [K in keyof R]: R[K] extends TLiteral | Settled ? never : K }[keyof R],
  Filled
>
type Body<R extends ResponseFields> = {
  readonly [K in Exclude<DecidedKeys<R>, OptionalKeys<R>>]: Frozen<Static<R[K]>>
} & { readonly [K in Extract<DecidedKeys<R>, OptionalKeys<R>>]?: Frozen<Static<R[K]>> }

/** What a decision hands over is not changed any more. */
type Frozen<T> = T extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

/** What a decision must answer: every response field that is neither constant nor filled by the pipeline. */
export type BodyOf<Op> = Op extends Operation<string, Fields, infer R> ? Body<R> : never

/** Response fields with one possible value, filled by the contract itself. */
export function constantsOf(operation: Operation): Record<string, unknown> {
  const entries = Object.entries(operation.response)
    .filter(([, schema]) => !('~optional' in schema))
    .map(([name, schema]) => [name, constantOf(schema)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The one value of a literal, or of an object of nothing but literals. */
function constantOf(schema: TSchema): unknown {
  if ('const' in schema) return schema.const
  if (!('properties' in schema)) return undefined
  const entries = Object.entries(schema.properties as Record<string, TSchema>).map(
    ([name, inner]) => [name, constantOf(inner)] as const,
  )
  const settled = entries.length > 0 && entries.every(([, value]) => value !== undefined)
  return settled ? Object.fromEntries(entries) : undefined
}
