import type { OperationName } from '@membrane/contract'
import type { Refused } from './types.ts'

/**
 * `network`: no answer came. `timeout`: none came in time. `protocol`: something else than a membrane answered.
 * Whether the operation was committed is then unknown; the same call under the same Idempotency-Key finds out.
 */
export type FailureKind = 'network' | 'timeout' | 'protocol'

/** A call that ended without an answer of a membrane. A refusal is an answer, and is not thrown. */
export class MembraneError extends Error {
  override readonly name = 'MembraneError'
  readonly kind: FailureKind
  readonly operation: string
  /** The HTTP status, where there was one. */
  readonly status: number | null

  constructor(
    kind: FailureKind,
    operation: string,
    message: string,
    { cause, status = null }: { cause?: unknown; status?: number | null } = {},
  ) {
    super(`${operation}: ${message}`, { cause })
    this.kind = kind
    this.operation = operation
    this.status = status
  }
}

/** A refusal where there is no result to put it in: out of `accepted`, or in the middle of an iteration. */
export class RefusedError<Name extends OperationName = OperationName> extends Error {
  override readonly name = 'RefusedError'
  readonly refusal: Refused<Name>

  constructor(refusal: Refused<Name>) {
    super(`${refusal.operation}: ${refusal.code}: ${refusal.body.detail}`)
    this.refusal = refusal
  }
}
