import type { OperationName } from '@membrane/contract'
import { RefusedError } from './errors.ts'
import type { Accepted, Result } from './types.ts'

/** The body of a result that must not be a refusal; a refusal is thrown as a `RefusedError`. */
export function accepted<Name extends OperationName>(result: Result<Name>): Accepted<Name>['body'] {
  if (result.outcome === 'refused') throw new RefusedError(result)
  return result.body
}
