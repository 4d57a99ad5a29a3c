import { authority, presence, privacy, rateLimit, request, state, unknown } from '../refusal.ts'

export const loginRefusals = {
  auth_rate_limit_policy_malformed: request(
    'A rate policy has whole seconds above 0 and limits with 1 <= soft_limit <= lockout_threshold.',
    'Send whole numbers: attempt_count from 0, the others from 1, and soft_limit not above lockout_threshold.',
  ),
  auth_rate_limit_throttled: rateLimit(
    'Attempts must stay below the soft limit.',
    'Wait as long as Retry-After says: attempts count while they lie in the window.',
  ),
  auth_rate_limit_locked: rateLimit(
    'Attempts must stay below the lockout threshold.',
    'Wait as long as Retry-After says: the lockout then ends by itself.',
  ),
  auth_login_challenge_mismatch: presence(
    'The challenge must be that of a login which the same person started in this tenant.',
    'Send the challenge that auth.loginStart answered for the same tenant and person.',
  ),
  auth_login_passkey_mismatch: presence(
    'The passkey named must be the one that was present.',
    'Name the passkey over which presence was proved, or leave passkey_binding out.',
  ),
  auth_rate_limit_evaluation_missing: authority(
    'A login needs an unused allow evaluation of the same person inside its window.',
    'Send an evaluation that auth.loginStart or auth.rateLimitEvaluate answered with allow for the same person, unused and inside its window.',
  ),
  auth_recovery_policy_unknown: unknown(
    'The recovery policy must be one of this person in this tenant.',
    'Name a policy that auth.recoveryPolicy recorded for the same actor in this tenant.',
  ),
  auth_recovery_policy_already_exists: state(
    'A recovery policy is recorded once under its ref.',
    'Record it under a recovery_policy_ref that this tenant has not used.',
  ),
  auth_recovery_policy_consumed: state(
    'A recovery policy is used once.',
    'Record a new policy, and execute that one.',
  ),
  auth_recovery_execution_already_exists: state(
    'A recovery is executed once under its ref.',
    'Choose a recovery_execution_ref that this tenant has not used.',
  ),
  auth_recovery_contact_unknown: unknown(
    'The contact must be one of the policy.',
    'Send one of the recovery_contact_hashes that the policy was recorded with.',
  ),
  auth_recovery_raw_material_refused: privacy(
    'Recovery takes hashes, never secrets or contacts.',
    'Leave out raw_recovery_secret, raw_recovery_contact and every other raw_ field; send hashes.',
  ),
  auth_recovery_cannot_create_authority: authority(
    'Recovery creates no identity binding, standing or company authority.',
    'Leave the create_ flags out, or false. Standing comes from standing.grant alone.',
  ),
} as const
