/** What a verifier checks, in the order in which it does. */
export type VerificationStep =
  | 'parse'
  | 'checkpoint_signature'
  | 'leaf_hash'
  | 'inclusion'
  | 'leaf_origin'
  | 'leaf_sequence'
  | 'commit_time'
  | 'atom_digest'
  | 'tile'
  | 'size'
  | 'frontier'
  | 'root'

/** Bytes or text that do not have the form that this package reads or writes. The message is one sentence. */
export class LedgerError extends Error {
  override readonly name: string = 'LedgerError'
}

/** A check that failed. `step` is its machine name, the message the sentence for a person. */
export class VerificationError extends LedgerError {
  override readonly name = 'VerificationError'
  readonly step: VerificationStep

  constructor(step: VerificationStep, message: string, options?: ErrorOptions) {
    super(message, options)
    this.step = step
  }
}

/**
 * Runs a check; what it finds malformed or wrong becomes a VerificationError of that step, whose message says
 * of what, where this is given.
 */
export async function checked<T>(
  step: VerificationStep,
  check: () => T | Promise<T>,
  what?: string,
): Promise<T> {
  try {
    return await check()
  } catch (cause) {
    if (!(cause instanceof LedgerError)) throw cause
    const message = what === undefined ? cause.message : `${what}: ${cause.message}`
    throw new VerificationError(step, message, { cause })
  }
}
