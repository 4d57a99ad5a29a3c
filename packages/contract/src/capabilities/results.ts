/** What a predicate may answer, the most restrictive first: with imports, the first of them wins. */
export const predicateResults = [
  'refuses',
  'requires_intervention',
  'requires_discretion',
  'requires_evidence',
  'position_only',
  'evidence_only',
  'admits_under_reservation',
  'holds',
] as const

export type PredicateResult = (typeof predicateResults)[number]

export function isPredicateResult(value: unknown): value is PredicateResult {
  return (predicateResults as readonly unknown[]).includes(value)
}

/** The most restrictive of several results. */
export function mostRestrictive(results: readonly PredicateResult[]): PredicateResult {
  return predicateResults.find((result) => results.includes(result)) ?? 'refuses'
}
