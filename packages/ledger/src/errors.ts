/** Bytes or text that do not have the form that this package reads or writes. The message is one sentence. */
export class LedgerError extends Error {
  override readonly name: string = 'LedgerError'
}

/** A check that failed. `step` is its machine name, the message the sentence for a person. */
export class VerificationError extends LedgerError {
  override readonly name = 'VerificationError'
  readonly step: string

  constructor(step: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.step = step
  }
}
