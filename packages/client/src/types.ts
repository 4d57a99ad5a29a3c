import type {
  CodeOf,
  InputOf,
  OperationName,
  Operations,
  Outcome,
  Receipt,
  RefusalBody,
  RefusalCode,
  ResponseOf,
  ServiceCode,
} from '@membrane/contract'

/** The method of an operation: its name in camel case (`tenant.create` is `tenantCreate`). */
export type MethodName<Name extends string> = Name extends `${infer Head}.${infer Tail}`
  ? `${Head}${Capitalize<MethodName<Tail>>}`
  : Name

type Given<T> = T extends readonly (infer Entry)[]
  ? readonly Given<Entry>[]
  : T extends object
    ? { readonly [Key in keyof T]: Given<T[Key]> }
    : T

/** The request of an operation. A field that is `undefined` is not sent. */
export type RequestOf<Name extends OperationName> = WithUndefined<Given<InputOf<Operations[Name]>>>
type WithUndefined<T> = { [Key in keyof T]: object extends Pick<T, Key> ? T[Key] | undefined : T[Key] }

/** The operations that answer the refusals of their steps as their own: `passesThrough` of their contract. */
export const passThrough = ['reality.commit', 'reality.promote'] as const satisfies readonly OperationName[]

/** The codes that an operation can answer: its own, those of guards, access and transport, and of its steps. */
export type RefusalCodeOf<Name extends OperationName> = Name extends (typeof passThrough)[number]
  ? RefusalCode
  : CodeOf<Operations[Name]> | ServiceCode

interface Answered {
  readonly status: number
  readonly receipt: Receipt
  readonly fixture: boolean
  /** The first answer again, under its Idempotency-Key. */
  readonly replayed: boolean
  /** What the server's log line of this call carries; null where no server of ours answered. */
  readonly requestId: string | null
}

/** An operation that was not refused. */
export interface Accepted<Name extends OperationName = OperationName> extends Answered {
  readonly operation: Name
  readonly outcome: Exclude<Outcome, 'refused'>
  readonly body: ResponseOf<Operations[Name]>
}

/** A refusal: which code, why, and what helps. */
export interface Refused<Name extends OperationName = OperationName> extends Answered {
  /** `http.route` where the server does not know the operation. */
  readonly operation: Name | 'http.route'
  readonly outcome: 'refused'
  readonly code: RefusalCodeOf<Name>
  readonly body: RefusalBody
  /** The same body, with the facts that some refusals add (`open_closure_surfaces`, `failed_atom`). */
  readonly facts: Readonly<Record<string, unknown>>
}

export type Result<Name extends OperationName = OperationName> = Accepted<Name> | Refused<Name>

/** What one call may set for itself. */
export interface CallOptions {
  /** Ends the call, and whatever wait or retry it is in; it throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** How long the whole call may take, retries included. `Infinity`: as long as it takes. */
  readonly timeoutMs?: number | undefined
  /** How often the call may be tried again. */
  readonly retries?: number | undefined
  /** Another bearer token than the client's; null sends none. */
  readonly token?: string | null | undefined
  /** The key under which a POST commits once; without it one is made for each call. */
  readonly idempotencyKey?: string | undefined
}

type Parameters<Name extends OperationName> =
  object extends RequestOf<Name>
    ? [request?: RequestOf<Name>, options?: CallOptions]
    : [request: RequestOf<Name>, options?: CallOptions]

export type Method<Name extends OperationName> = (...parameters: Parameters<Name>) => Promise<Result<Name>>

/** One method per operation of the contract. */
export type Methods = { readonly [Name in OperationName as MethodName<Name>]: Method<Name> }
