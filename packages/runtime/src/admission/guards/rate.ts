import {
  AttemptCount,
  limits,
  RateLimitEvaluation,
  RateLimitOverlay,
  type AttemptCountState,
  type RateDecision,
  type RateLimitEvaluationState,
  type RateLimitOverlayState,
  type Ref,
} from '@membrane/contract'
import { create, next, type Atom, type Context, type Refused, type View, type Write } from '../decision.ts'
import { refuseField } from './field.ts'

/** The route under which login start counts. */
export const loginRoute = '/v1/auth/login/start'

interface RatePolicy {
  readonly policy_ref: Ref
  readonly subject: Ref
  readonly device_binding: Ref
  readonly source_ip_hash: string
  readonly window_seconds: number
  readonly attempt_count: number
  readonly soft_limit: number
  readonly lockout_threshold: number
  readonly lockout_seconds: number
}

/** What the server itself knows of an attempt. */
export interface RateFacts {
  readonly count: Atom<AttemptCountState> | undefined
  readonly overlay: Atom<RateLimitOverlayState> | undefined
}

export async function readRate(
  view: View,
  { subject, device_binding }: RatePolicy,
  route: string,
  at: Context,
): Promise<RateFacts> {
  return {
    count: await readAttempts(view, subject, route, at),
    overlay: await view.get(RateLimitOverlay, overlayRef(subject, device_binding, at)),
  }
}

/** The attempts on record; none where the server does not count. */
export async function readAttempts(
  view: View,
  subject: Ref,
  route: string,
  at: Context,
): Promise<Atom<AttemptCountState> | undefined> {
  return at.countsAttempts
    ? view.get(AttemptCount, derivedRef(AttemptCount.kind, [subject, route], at))
    : undefined
}

export interface Verdict {
  readonly decision: RateDecision
  readonly retry_after_seconds: number
  readonly effective_attempts: number
}

/** The rate rule: the larger of the caller's count and the server's own, against the caller's limits. */
export function judgeRate(policy: RatePolicy, { count }: RateFacts, at: Context): Verdict {
  const since = at.now - policy.window_seconds * 1000
  const counted = count?.state.attempted_at.filter((time) => Date.parse(time) > since).length ?? 0
  const effective_attempts = Math.max(policy.attempt_count, counted)
  if (effective_attempts >= policy.lockout_threshold) {
    return { decision: 'lockout', retry_after_seconds: policy.lockout_seconds, effective_attempts }
  }
  if (effective_attempts >= policy.soft_limit) {
    return { decision: 'throttle', retry_after_seconds: policy.window_seconds, effective_attempts }
  }
  return { decision: 'allow', retry_after_seconds: 0, effective_attempts }
}

/** A decision that is still in force for the subject on this device. */
export function overlayInForce({ overlay }: RateFacts, at: Context): RateLimitOverlayState | undefined {
  return overlay !== undefined && at.now < Date.parse(overlay.state.until) ? overlay.state : undefined
}

export function gateOf(decision: 'throttle' | 'lockout') {
  return decision === 'lockout' ? ('auth_rate_limit_locked' as const) : ('auth_rate_limit_throttled' as const)
}

/** Who is locked out was throttled before. */
export function refuseUnsoundLimits({
  soft_limit,
  lockout_threshold,
}: RatePolicy): Refused<'auth_rate_limit_policy_malformed'> | undefined {
  if (soft_limit <= lockout_threshold) return undefined
  const rule = 'must not be greater than lockout_threshold'
  return refuseField('auth_rate_limit_policy_malformed', 'soft_limit', rule)
}

/** The evaluation on record, and the attempt in the server's own count. */
export function recordEvaluation(
  policy: RatePolicy,
  { route, action }: { readonly route: string; readonly action: string },
  verdict: Verdict,
  { count }: RateFacts,
  at: Context,
): { readonly ref: Ref; readonly writes: readonly Write[] } {
  const ref = at.mint(RateLimitEvaluation.kind)
  const state: RateLimitEvaluationState = {
    policy: policy.policy_ref,
    subject: policy.subject,
    device_binding: policy.device_binding,
    route,
    action,
    source_ip_hash: policy.source_ip_hash,
    window_seconds: policy.window_seconds,
    ...verdict,
    evaluated_at: at.time,
    consumed_by: null,
  }
  const evaluation = create(RateLimitEvaluation, ref, state)
  if (!at.countsAttempts) return { ref, writes: [evaluation] }
  return { ref, writes: [evaluation, countAttempt(policy.subject, route, count, at)] }
}

/** Keeps the newest attempts of the last day. */
function countAttempt(
  subject: Ref,
  route: string,
  count: Atom<AttemptCountState> | undefined,
  at: Context,
): Write {
  const since = at.now - limits.attemptSecondsMax * 1000
  const earlier = count?.state.attempted_at.filter((time) => Date.parse(time) > since) ?? []
  const attempted_at = [...earlier, at.time].slice(-limits.attemptsKeptMax)
  if (count !== undefined) return next(AttemptCount, count, { attempted_at })
  const ref = derivedRef(AttemptCount.kind, [subject, route], at)
  return create(AttemptCount, ref, { subject, route, attempted_at })
}

/** A finished login forgives the attempts that led to it. */
export function clearAttempts(counts: readonly (Atom<AttemptCountState> | undefined)[]): readonly Write[] {
  const counted = counts.filter((count) => count !== undefined && count.state.attempted_at.length > 0)
  const distinct = new Map(counted.map((count) => [count!.ref, count!]))
  return [...distinct.values()].map((count) => next(AttemptCount, count, { attempted_at: [] }))
}

/** Puts a decision in force, a day at most; one that is in force already is never shortened or eased. */
export function enforceDecision(
  { subject, device_binding }: RatePolicy,
  decision: 'throttle' | 'lockout',
  retryAfterSeconds: number,
  facts: RateFacts,
  at: Context,
): Write {
  const inForce = overlayInForce(facts, at)
  const seconds = Math.min(retryAfterSeconds, limits.attemptSecondsMax)
  const untilMs = Math.max(at.now + seconds * 1000, inForce === undefined ? 0 : Date.parse(inForce.until))
  const state: RateLimitOverlayState = {
    subject,
    device_binding,
    decision: inForce?.decision === 'lockout' ? 'lockout' : decision,
    until: new Date(untilMs).toISOString(),
  }
  const { overlay } = facts
  if (overlay !== undefined) return next(RateLimitOverlay, overlay, state)
  return create(RateLimitOverlay, overlayRef(subject, device_binding, at), state)
}

function overlayRef(subject: Ref, device: Ref, at: Context): Ref {
  return derivedRef(RateLimitOverlay.kind, [subject, device], at)
}

/** One record for each combination of parts; refs hold no line feed, and a route comes last. */
function derivedRef(kind: string, parts: readonly string[], at: Context): Ref {
  return `${kind}:${at.digest(parts.join('\n')).slice('sha256:'.length)}`
}
