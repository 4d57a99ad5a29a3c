import { record } from '../record.ts'
import type { Ref } from '../refs.ts'

/** A what-if of a tenant's record. The fork itself is an act on the record; what is done in it is not. */
export interface RealityState {
  readonly purpose: string | null
  /** It sees the record before this sequence. */
  readonly base_sequence: number
  readonly status: 'projected' | 'promoted' | 'discarded'
  readonly explanation: string | null
}

export interface ContextTransitionState {
  readonly from: Ref
  readonly to: Ref
  readonly transition: 'fork' | 'promotion' | 'discard'
}

/** Evidence that was added by itself, with no operation. */
export interface EvidenceAtomState {
  readonly evidence: readonly Ref[]
}

/** One version of one record that an operation wrote. */
export interface WrittenAtom {
  readonly kind: string
  readonly ref: Ref
  readonly version: number
}

/** What was done in a projection, so that it can be done again on the record. It lies in the projection. */
export interface ProjectedOperationState {
  readonly reality: Ref
  readonly operation: string
  /** The minimised input, which runs the operation again. */
  readonly input: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  /** The identifier that every ref minted for it shares. */
  readonly identifier: string
  readonly atoms: readonly WrittenAtom[]
}

/** A projection's operations as the record took them. */
export interface PromotionAtomState {
  readonly projection: Ref
  readonly evidence: readonly Ref[]
  readonly operations: number
}

export const Reality = record<RealityState>()('reality')
export const ContextTransition = record<ContextTransitionState>()('context_transition')
export const EvidenceAtom = record<EvidenceAtomState>()('evidence_atom')
export const ProjectedOperation = record<ProjectedOperationState>()('projected_operation', {
  index: { reality: ({ reality }) => reality },
})
export const PromotionAtom = record<PromotionAtomState>()('promotion_atom')
