import { hash, integer, raw, ref } from '../field.ts'

const malformed = { code: 'auth_rate_limit_policy_malformed' } as const
const max = Number.MAX_SAFE_INTEGER

/** The caller's rate policy and what it says of the attempt: the same in login start and evaluate. */
export const ratePolicyRequest = {
  policy_ref: ref(),
  source_ip_hash: hash(),
  device_binding: ref(),
  window_seconds: integer(1, max, malformed),
  attempt_count: integer(0, max, malformed),
  soft_limit: integer(1, max, malformed),
  lockout_threshold: integer(1, max, malformed),
  lockout_seconds: integer(1, max, malformed),
  raw_ip_address: raw(),
  raw_user_agent: raw(),
  raw_credential_id: raw(),
} as const

/** A policy under which a first attempt passes; tests and documents use it. */
export const ratePolicyExample = {
  policy_ref: 'auth_rate_limit_policy:default',
  source_ip_hash: 'sha256:address',
  device_binding: 'device_binding:laptop',
  window_seconds: 300,
  attempt_count: 0,
  soft_limit: 5,
  lockout_threshold: 10,
  lockout_seconds: 900,
} as const
