import type { Envelope } from './envelope.ts'
import recorded from './golden/examples.json' with { type: 'json' }
import type { OperationName } from './operations.ts'

/** One call of an operation and its answer, as the journey met them. Long lists and texts are cut short. */
export interface OperationExample {
  /** The path with its parameters and query. */
  readonly path: string
  /** The published fixture token, or `<bearer_token>` for one that was issued. */
  readonly bearer: string
  /** The body of a POST; `<name>` stands for what is never kept. */
  readonly request?: object
  readonly status: number
  readonly answer: Envelope
}

/** The first call of each operation that did what it is for. `npm run golden` records them. */
export const operationExamples = recorded as object as Readonly<Record<OperationName, OperationExample>>
