import { record } from '../record.ts'
import type { Ref } from '../refs.ts'

export interface StandingClaimState {
  readonly actor: Ref
  readonly company: Ref
  readonly office: string
  readonly evidence: readonly Ref[]
  readonly status: 'claimed'
}

export interface StandingEvaluationState {
  readonly standing_claim: Ref
  readonly evidence: readonly Ref[]
  readonly decision: 'grantable_fixture' | 'evidence_missing'
  readonly grantable: boolean
  /** The grant that this evaluation carried, once it has. */
  readonly granted: Ref | null
}

export interface StandingGrantState {
  readonly standing_claim: Ref
  readonly standing_evaluation: Ref
  readonly actor: Ref
  readonly company: Ref
  readonly office: string
  readonly powers: readonly string[]
  readonly status: 'active' | 'revoked'
  readonly revoked_at: string | null
  readonly reason_digest: string | null
}

export const StandingClaim = record<StandingClaimState>()('standing_claim')
export const StandingEvaluation = record<StandingEvaluationState>()('standing_evaluation')
export const StandingGrant = record<StandingGrantState>()('standing_grant')
