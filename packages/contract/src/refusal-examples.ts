import recorded from './golden/refusal-examples.json' with { type: 'json' }
import type { RefusalCode } from './refusals.ts'

/** A request as it was sent. */
export interface RecordedRequest {
  /** The operation; `http.route` where the path is of none. */
  readonly operation: string
  readonly method: string
  /** With its query. */
  readonly path: string
  /** Those that are not the same for every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or text where it was none. */
  readonly body?: unknown
}

/** A request, and the answer to it: status, outcome and the envelope's body. */
export interface RecordedCall extends RecordedRequest {
  readonly status: number
  readonly outcome: string
  readonly answer: Readonly<Record<string, unknown>>
}

/** A request that was admitted, or a sentence on what else happened. */
export type RecordedStep = RecordedRequest | string

/** How a refusal comes about and how it does not, as the tests have seen it on a running server. */
export interface RefusalExample {
  /** Settings of the server beside the defaults. */
  readonly settings?: Readonly<Record<string, string>>
  /** What came before. */
  readonly before: readonly RecordedStep[]
  readonly refused: RecordedCall
  /** What happened after the refusal, so that the next request passes. */
  readonly between: readonly RecordedStep[]
  readonly passes: RecordedCall
}

/**
 * An example for every code that a staging runtime can answer. Identifiers, hashes and keys stand for those of a run;
 * angle brackets stand for secrets and for what an authenticator answers.
 */
export const refusalExamples = recorded as unknown as Readonly<Partial<Record<RefusalCode, RefusalExample>>>
