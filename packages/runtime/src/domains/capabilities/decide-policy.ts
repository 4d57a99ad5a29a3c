import {
  mostRestrictive,
  type CapabilityManifestState,
  type PredicateResult,
  type Ref,
} from '@membrane/contract'
import { missingEvidence } from '../../admission/guards/capability.ts'
import { celValues, type EvaluationContext } from './context.ts'
import { evaluatePredicate } from './predicate.ts'

interface Rule {
  readonly ref: Ref
  readonly state: CapabilityManifestState
}

/** What a manifest and all that it imports say of a context. */
export interface Verdict {
  readonly holds: boolean
  readonly result: PredicateResult
  /** The manifests that ask for a person's intervention. */
  readonly requiresIntervention: readonly Ref[]
  /** The evidence that is missing, by its names. */
  readonly requiresEvidence: readonly string[]
  /** The manifests that admit under reservation. */
  readonly reservations: readonly Ref[]
}

/** The most restrictive answer of all manifests; undefined where one predicate fails. */
export function decidePolicy(rules: readonly Rule[], context: EvaluationContext): Verdict | undefined {
  const values = celValues(context)
  const answers: { ref: Ref; result: PredicateResult }[] = []
  const missing = new Set<string>()
  for (const { ref, state } of rules) {
    const result = evaluatePredicate(state.manifest.predicate.expression, values)
    if (result === undefined) return undefined
    answers.push({ ref, result })
    for (const name of missingEvidence(state.manifest.required_evidence, context.evidence_refs))
      missing.add(name)
  }
  const results = answers.map((answer) => answer.result)
  const result = mostRestrictive(missing.size > 0 ? [...results, 'requires_evidence'] : results)
  const answering = (wanted: PredicateResult): Ref[] =>
    answers.filter((answer) => answer.result === wanted).map(({ ref }) => ref)
  return {
    holds: result === 'holds' || result === 'admits_under_reservation',
    result,
    requiresIntervention: answering('requires_intervention'),
    requiresEvidence: [...missing],
    reservations: answering('admits_under_reservation'),
  }
}
