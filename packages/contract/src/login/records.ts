import { record } from '../record.ts'
import type { Ref } from '../refs.ts'

export type RateDecision = 'allow' | 'throttle' | 'lockout'

export interface RateLimitEvaluationState {
  readonly policy: Ref
  readonly subject: Ref
  readonly device_binding: Ref
  readonly route: string
  readonly action: string
  readonly source_ip_hash: string
  readonly decision: RateDecision
  readonly retry_after_seconds: number
  readonly window_seconds: number
  /** What the decision was made on: the larger of the caller's count and the server's. */
  readonly effective_attempts: number
  readonly evaluated_at: string
  /** The login that used the allowance. */
  readonly consumed_by: Ref | null
}

/** The attempts of one subject on one route that have not led to a login, oldest first. */
export interface AttemptCountState {
  readonly subject: Ref
  readonly route: string
  readonly attempted_at: readonly string[]
}

/** A decision that stays in force for a subject and a device together. */
export interface RateLimitOverlayState {
  readonly subject: Ref
  readonly device_binding: Ref
  readonly decision: 'throttle' | 'lockout'
  readonly until: string
}

export interface LoginAttemptState {
  readonly subject: Ref
  readonly challenge: Ref
  readonly rate_limit_evaluation: Ref
  readonly passkey_binding: Ref | null
  readonly device_binding: Ref
  readonly scopes: readonly string[]
  readonly started_at: string
  readonly finished_by: Ref | null
}

export interface RecoveryPolicyState {
  readonly actor: Ref
  readonly vessel: Ref
  readonly standing: Ref
  readonly passkey_binding: Ref
  readonly human_presence_receipt: Ref
  readonly recovery_policy_hash: string
  readonly recovery_contact_hashes: readonly string[]
  readonly recovery_methods: readonly string[]
  readonly consumed_by: Ref | null
}

export interface RecoveryExecutionState {
  readonly actor: Ref
  readonly vessel: Ref
  readonly standing: Ref
  readonly recovery_policy: Ref
  readonly replacement_passkey_binding: Ref
  readonly human_presence_receipt: Ref
  readonly device_binding: Ref
  readonly recovery_contact_hash: string
  readonly executed_at: string
}

export const RateLimitEvaluation = record<RateLimitEvaluationState>()('auth_rate_limit_evaluation')
export const AttemptCount = record<AttemptCountState>()('auth_attempt_count')
export const RateLimitOverlay = record<RateLimitOverlayState>()('auth_rate_limit_overlay')
/** It shares its identifier with the login's challenge, so a challenge leads to its attempt. */
export const LoginAttempt = record<LoginAttemptState>()('auth_login_attempt')
export const RecoveryPolicy = record<RecoveryPolicyState>()('auth_recovery_policy')
export const RecoveryExecution = record<RecoveryExecutionState>()('auth_recovery_execution')
