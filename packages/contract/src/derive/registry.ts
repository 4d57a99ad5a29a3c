import { operationList } from '../operations.ts'
import { allCodes } from '../precedence.ts'
import type { Category } from '../refusal.ts'
import { refusalOf, refusals, statusOf, type RefusalCode } from '../refusals.ts'

/** What is kept of a request that meets a refusal. */
export type PrivacyPosture =
  | 'nothing_recorded_input_not_echoed'
  | 'material_dropped_at_boundary_never_logged'
  | 'evaluation_recorded_by_hash_only'

/** One entry of `refusal.registry`. */
export interface RegistryEntry {
  readonly code: RefusalCode
  readonly category: Category
  readonly guard_rule: string
  readonly privacy_posture: PrivacyPosture
  readonly runtime_taxonomy: readonly string[]
  readonly status: number
  readonly retryable: boolean
  /** The operations that can answer the code; none where it belongs to the transport alone. */
  readonly operations: readonly string[]
}

function privacyPosture(category: Category): PrivacyPosture {
  if (category === 'privacy') return 'material_dropped_at_boundary_never_logged'
  return category === 'rate_limit' ? 'evaluation_recorded_by_hash_only' : 'nothing_recorded_input_not_echoed'
}

/** The registry, derived from the codes and the table of operations. */
export function registryEntries(): RegistryEntry[] {
  const codesOf = operationList.map((operation) => ({
    name: operation.name,
    codes: new Set(allCodes(operation)),
  }))
  return (Object.keys(refusals) as RefusalCode[]).map((code) => {
    const { category, guard_rule, retry, production_only } = refusalOf(code)
    const taxonomy = [category, `retry_${retry}`, ...(production_only ? ['production_only'] : [])]
    return {
      code,
      category,
      guard_rule,
      privacy_posture: privacyPosture(category),
      runtime_taxonomy: taxonomy,
      status: statusOf(code),
      retryable: retry === 'later',
      operations: codesOf.filter(({ codes }) => codes.has(code)).map(({ name }) => name),
    }
  })
}
