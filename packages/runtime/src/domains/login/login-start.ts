import {
  limits,
  LoginAttempt,
  operations,
  type InputOf,
  type LoginAttemptState,
  type Operations,
} from '@membrane/contract'
import { admit, create, implement, refuse, refuseRecorded } from '../../admission/decision.ts'
import { issueChallenge } from '../../admission/guards/challenges.ts'
import { originPolicy } from '../../admission/guards/origin.ts'
import { readShownPasskey, showPasskey } from '../../admission/guards/passkeys.ts'
import {
  gateOf,
  judgeRate,
  loginRoute,
  overlayInForce,
  readRate,
  recordEvaluation,
  refuseUnsoundLimits,
  type RateFacts,
  type Verdict,
} from '../../admission/guards/rate.ts'
import type { Context } from '../../admission/decision.ts'

type Input = InputOf<Operations['auth.loginStart']>

export const startLogin = implement(operations['auth.loginStart'], {
  facts: async (input, view, at) => ({
    rate: await readRate(view, input, loginRoute, at),
    found: await readShownPasskey(view, input.subject, input.passkey_binding),
  }),

  decide: (input, { rate, found }, at) => {
    const { subject, relying_party_id, origin, scopes, device_binding } = input
    const unsound = refuseUnsoundLimits(input)
    if (unsound !== undefined) return unsound
    const policy = originPolicy(relying_party_id, origin)
    if (policy === undefined) return refuse('human_auth_origin_refused')
    const verdict = judge(input, rate, at)
    const { decision, retry_after_seconds } = verdict
    const evaluation = recordEvaluation(input, { route: loginRoute, action: 'login' }, verdict, rate, at)
    const shown = showPasskey(found, subject, input.passkey_binding, at)
    const common = {
      auth_rate_limit_evaluation: evaluation.ref,
      rate_limit_decision: decision,
      passkey_binding: shown,
      webauthn_origin_policy: policy,
    }
    if (decision !== 'allow') {
      const withheld = { login_attempt: null, challenge: null, public_key_credential_request_options: null }
      const facts = { retry_after_seconds }
      return refuseRecorded(gateOf(decision), { ...withheld, ...common }, evaluation.writes, facts)
    }
    const passkey_binding = input.passkey_binding ?? null
    const asked = { purpose: 'login' as const, subject, relying_party_id, origin, scopes, passkey_binding }
    const challenge = issueChallenge(asked, at)
    const login_attempt = at.mint(LoginAttempt.kind)
    const attempt: LoginAttemptState = {
      subject,
      challenge: challenge.id,
      rate_limit_evaluation: evaluation.ref,
      passkey_binding,
      device_binding,
      scopes,
      started_at: at.time,
      finished_by: null,
    }
    const options = {
      challenge: challenge.bytes,
      rp_id: relying_party_id,
      user_verification: 'required',
      timeout_ms: limits.passkeyTimeoutMs,
    }
    return admit(
      {
        login_attempt,
        ...common,
        challenge: { id: challenge.id, expires_at: challenge.expires_at },
        public_key_credential_request_options: options,
      },
      [...evaluation.writes, challenge.write, create(LoginAttempt, login_attempt, attempt)],
    )
  },
})

/** A decision in force stands for its whole time, whatever the counts say by now. */
function judge(input: Input, rate: RateFacts, at: Context): Verdict {
  const verdict = judgeRate(input, rate, at)
  const standing = overlayInForce(rate, at)
  if (standing === undefined) return verdict
  const retry_after_seconds = Math.ceil((Date.parse(standing.until) - at.now) / 1000)
  return { ...verdict, decision: standing.decision, retry_after_seconds }
}
