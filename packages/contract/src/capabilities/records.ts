import { record } from '../record.ts'
import type { Ref } from '../refs.ts'
import type { PredicateResult } from './results.ts'

/** One kind of effect that a capability may cause. Absent lists name no limit. */
export interface EffectRule {
  readonly effect_kind: string
  readonly adapters: readonly string[] | null
  readonly modes: readonly string[] | null
  readonly sensitive: boolean
}

export type EffectGrammar = readonly EffectRule[]

export interface Attestation {
  readonly attestor: Ref
  readonly statement_hash: string | null
  readonly signature_hex: string | null
}

/** A manifest in its canonical form: short forms written out, absences as null or empty. Its hash is its identity. */
export interface Manifest {
  readonly name: string | null
  readonly version: string | null
  readonly publisher: Ref
  /** JSON Schema 2020-12, or a reference to one. */
  readonly schema: unknown
  readonly predicate: { readonly language: 'cel'; readonly expression: string }
  readonly effect_grammar: EffectGrammar
  readonly required_evidence: readonly string[]
  readonly imports: readonly Ref[]
  readonly attestations: readonly Attestation[]
}

export interface CapabilityManifestState {
  readonly capability: Ref
  readonly manifest_hash: string
  readonly manifest: Manifest
  /** Everything that it imports, directly or not, each once. */
  readonly closure: readonly Ref[]
  /** What evaluating its own predicate costs at most, in units of one step. */
  readonly predicate_cost: number
  readonly evidence_ref: Ref
  readonly publication_status: 'fixture_durable'
}

/** A capability as its newest manifest says. */
export interface CapabilityHeadState {
  readonly name: string | null
  readonly capability_manifest: Ref
  readonly version: string | null
}

export interface PolicyEvaluationState {
  readonly capability: Ref
  readonly capability_manifest: Ref
  readonly manifest_hash: string
  readonly context_hash: string
  readonly result: PredicateResult
}

/** Where a name and version are listed; only manifests that have both. */
export function releaseOf(capability: Ref, version: string | null): Ref | null {
  return version === null ? null : `${capability}@${version}`
}

export const CapabilityManifest = record<CapabilityManifestState>()('capability_manifest', {
  index: {
    release: ({ capability, manifest }) =>
      manifest.name === null ? null : releaseOf(capability, manifest.version),
  },
})
export const Capability = record<CapabilityHeadState>()('capability')
export const PolicyEvaluation = record<PolicyEvaluationState>()('policy_evaluation')
