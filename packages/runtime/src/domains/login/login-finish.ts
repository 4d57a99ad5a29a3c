import {
  Challenge,
  holdsScope,
  identifierOf,
  kindOf,
  limits,
  LoginAttempt,
  operations,
  RateLimitEvaluation,
  type ChallengeState,
  type InputOf,
  type LoginAttemptState,
  type Operations,
  type PresenceState,
  type RateLimitEvaluationState,
} from '@membrane/contract'
import {
  admit,
  implement,
  next,
  refuse,
  type Atom,
  type Context,
  type Write,
} from '../../admission/decision.ts'
import { consume, isConsumed } from '../../admission/guards/presence.ts'
import { clearAttempts, loginRoute, readAttempts } from '../../admission/guards/rate.ts'
import {
  isTaken,
  issueSession,
  readSessionPresence,
  refuseSessionPresence,
} from '../../admission/guards/sessions.ts'

type Input = InputOf<Operations['auth.loginFinish']>

export const finishLogin = implement(operations['auth.loginFinish'], {
  facts: async (input, view, at) => {
    const { actor, login_challenge } = input
    const evaluation = await view.get(RateLimitEvaluation, input.auth_rate_limit_evaluation)
    const routes = [...new Set([loginRoute, evaluation?.state.route ?? loginRoute])]
    return {
      challenge: await view.get(Challenge, login_challenge),
      attempt: await view.get(LoginAttempt, attemptOf(login_challenge)),
      presence: await readSessionPresence(view, input.human_presence_receipt),
      evaluation,
      taken: await isTaken(view, input.session),
      counts: await Promise.all(routes.map((route) => readAttempts(view, actor, route, at))),
    }
  },

  decide: (input, { challenge, attempt, presence, evaluation, taken, counts }, at) => {
    if (challenge === undefined || attempt?.state.subject !== input.actor) {
      return refuse('auth_login_challenge_mismatch')
    }
    const late = refuseLateFinish(challenge, attempt, at)
    if (late !== undefined) return late
    if (!isOverChallenge(presence.receipt)) return refuse('human_presence_receipt_unknown')
    const absent = refuseSessionPresence(presence, input.actor, at)
    if (absent !== undefined) return absent
    const receipt = presence.receipt!
    const { passkey_binding } = receipt.state
    if (
      input.passkey_binding !== undefined &&
      passkey_binding !== null &&
      input.passkey_binding !== passkey_binding
    ) {
      return refuse('auth_login_passkey_mismatch')
    }
    if (isConsumed(receipt.state, 'auth.loginFinish', at)) return refuse('human_presence_receipt_consumed')
    if (evaluation === undefined || !allows(evaluation.state, input, at)) {
      return refuse('auth_rate_limit_evaluation_missing')
    }
    if (at.gated && !mayGive(input.scopes, attempt.state, at)) {
      return refuse('auth_session_scope_exceeded')
    }
    if (taken) return refuse('auth_session_already_exists')
    const { body, write, claims } = issueSession(input, at)
    const writes = [
      write,
      consume(receipt, 'auth.loginFinish'),
      next(LoginAttempt, attempt, { finished_by: input.session }),
      ...spend(challenge, at),
      next(RateLimitEvaluation, evaluation, { consumed_by: input.session }),
      ...clearAttempts(counts),
    ]
    const { human_presence_receipt, login_challenge, auth_rate_limit_evaluation } = input
    return admit({ ...body, human_presence_receipt, login_challenge, auth_rate_limit_evaluation }, writes, {
      claims,
    })
  },
})

/** The attempt that a login's challenge began: both share one identifier. */
function attemptOf(challenge: string): string | undefined {
  return kindOf(challenge) === Challenge.kind ? `${LoginAttempt.kind}:${identifierOf(challenge)}` : undefined
}

/** A login is finished once. One whose challenge was answered in time may finish while the presence is fresh. */
function refuseLateFinish({ state }: Atom<ChallengeState>, attempt: Atom<LoginAttemptState>, at: Context) {
  if (attempt.state.finished_by !== null) return refuse('human_auth_challenge_replayed')
  const late = at.now >= Date.parse(state.expires_at) && state.used_at === null
  return late ? refuse('human_auth_challenge_expired') : undefined
}

/** Presence over a challenge of this runtime: a face match is none, whatever else it may approve. */
function isOverChallenge(receipt: Atom<PresenceState> | undefined): boolean {
  return receipt !== undefined && receipt.state.challenge !== null && receipt.state.ceremony !== 'face_match'
}

/** Whether the scopes are among those that were started with, and within those of a caller with a session. */
function mayGive(
  scopes: readonly string[],
  { scopes: asked }: LoginAttemptState,
  { caller }: Context,
): boolean {
  const held = (scope: string): boolean => caller.session === null || holdsScope(caller.scopes, scope)
  return scopes.every((scope) => asked.includes(scope) && held(scope))
}

/** A login that another presence finished leaves a challenge that nobody may answer any more. */
function spend(challenge: Atom<ChallengeState>, at: Context): Write[] {
  return challenge.state.used_at === null ? [next(Challenge, challenge, { used_at: at.time })] : []
}

/** An allowance of the same person, unused, inside the window that it was given for. */
function allows(state: RateLimitEvaluationState, { actor }: Input, { now }: Context): boolean {
  const seconds = Math.min(state.window_seconds, limits.attemptSecondsMax)
  const inWindow = now < Date.parse(state.evaluated_at) + seconds * 1000
  return state.decision === 'allow' && state.consumed_by === null && state.subject === actor && inWindow
}
