import { RefusedError } from './errors.ts'
import type { Accepted, Refused } from './types.ts'

/** The body of a result that must not be a refusal; a refusal is thrown as a `RefusedError`. */
export function accepted<Answer extends Accepted | Refused>(
  result: Answer,
): Exclude<Answer, Refused>['body'] {
  if (isRefused(result)) throw new RefusedError(result)
  return (result as Exclude<Answer, Refused>).body
}

function isRefused(result: Accepted | Refused): result is Refused {
  return result.outcome === 'refused'
}
