import type { Operation } from '@membrane/contract'
import type { Implementation } from './decision.ts'
import { citingFields } from './guards/citations.ts'
import { createGate, type Gate } from './gate.ts'
import { createKeeper, createMinimiser } from './minimise.ts'
import { createResponder, type Responder } from './respond.ts'

/** An operation with everything that its contract alone determines, made once. */
export interface Prepared {
  readonly operation: Operation
  readonly implementation: Implementation
  readonly gate: Gate
  /** The fields by which it cites what it rests on. */
  readonly citing: readonly string[]
  readonly minimise: ReturnType<typeof createMinimiser>
  readonly keep: ReturnType<typeof createKeeper>
  readonly respond: Responder
}

export function prepare(operation: Operation, implementation: Implementation): Prepared {
  return {
    operation,
    implementation,
    gate: createGate(operation),
    citing: citingFields(operation),
    minimise: createMinimiser(operation),
    keep: createKeeper(operation),
    respond: createResponder(operation),
  }
}
