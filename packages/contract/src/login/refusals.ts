import { authority, presence, privacy, rateLimit, request, state, unknown } from '../refusal.ts'

export const loginRefusals = {
  auth_rate_limit_policy_malformed: request(
    'A rate policy has whole seconds above 0 and limits with 1 <= soft_limit <= lockout_threshold.',
  ),
  auth_rate_limit_throttled: rateLimit('Attempts must stay below the soft limit.'),
  auth_rate_limit_locked: rateLimit('Attempts must stay below the lockout threshold.'),
  auth_login_challenge_mismatch: presence(
    'The challenge must be that of a login which the same person started in this tenant.',
  ),
  auth_login_passkey_mismatch: presence('The passkey named must be the one that was present.'),
  auth_rate_limit_evaluation_missing: authority(
    'A login needs an unused allow evaluation of the same person inside its window.',
  ),
  auth_recovery_policy_unknown: unknown('The recovery policy must be one of this person in this tenant.'),
  auth_recovery_policy_already_exists: state('A recovery policy is recorded once under its ref.'),
  auth_recovery_policy_consumed: state('A recovery policy is used once.'),
  auth_recovery_execution_already_exists: state('A recovery is executed once under its ref.'),
  auth_recovery_contact_unknown: unknown('The contact must be one of the policy.'),
  auth_recovery_raw_material_refused: privacy('Recovery takes hashes, never secrets or contacts.'),
  auth_recovery_cannot_create_authority: authority(
    'Recovery creates no identity binding, standing or company authority.',
  ),
} as const
