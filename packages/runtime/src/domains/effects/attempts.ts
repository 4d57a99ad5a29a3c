import {
  EffectAttempt,
  EffectOutbox,
  EffectReceipt,
  identifierOf,
  limits,
  type AdapterTraits,
  type EffectAttemptState,
  type EffectIntentState,
  type EffectOutboxState,
  type Ref,
} from '@membrane/contract'
import {
  admit,
  create,
  next,
  type Atom,
  type Context,
  type Delivered,
  type Delivery,
  type Write,
} from '../../admission/decision.ts'

/** An intent with how far it is, and the attempt that this comes from. */
export interface Found {
  readonly intent: Atom<EffectIntentState>
  readonly outbox: Atom<EffectOutboxState>
  readonly last: Atom<EffectAttemptState> | undefined
}

/** The reason of every answer that rests on an attempt of which nobody knows what became. */
const indeterminate = 'effect_attempt_indeterminate'

/** Whether an attempt may still be answered: its lease has not run out. */
export function isRunning({ status, lease_expires_at }: EffectOutboxState, { now }: Context): boolean {
  return status === 'dispatching' && now < Date.parse(lease_expires_at!)
}

/** Whether the last call was made, for all that is known, and never answered. */
export function isLost({ status }: EffectOutboxState): boolean {
  return status === 'dispatching' || status === 'indeterminate'
}

/** Writes an attempt that is about to call its adapter, and takes the lease. */
export function begin(found: Found, attempt: Ref, { timeoutMs }: AdapterTraits, at: Context): Write[] {
  const { outbox } = found
  const lease = at.now + timeoutMs + limits.effectLeaseGraceMs
  return [
    create(EffectAttempt, attempt, { ...attemptOf(found, at), status: 'started', calls: true }),
    next(EffectOutbox, outbox, {
      status: 'dispatching',
      attempts: outbox.state.attempts + 1,
      unknown_ends: unknownEnds(found),
      attempt,
      lease_expires_at: new Date(lease).toISOString(),
    }),
    ...giveUp(found, at),
  ]
}

/** Answers an attempt that calls nobody: the act is done, rehearsed, or must not be repeated. */
export function conclude(
  found: Found,
  status: 'executed' | 'failed' | 'indeterminate',
  reasons: readonly string[],
  at: Context,
) {
  const { intent, outbox } = found
  const { effect_receipt, attempts } = outbox.state
  const attempt = at.mint('effect_attempt')
  const first = status === 'executed' && effect_receipt === null
  const receipt = first ? at.mint('effect_receipt') : effect_receipt
  const shown = status === 'indeterminate' ? [indeterminate] : reasons
  const ended = { status, calls: false, reasons: shown, ended_at: at.time }
  const speaks = first || status === 'failed'
  const writes = [
    create(EffectAttempt, attempt, { ...attemptOf(found, at), ...ended }),
    next(EffectOutbox, outbox, {
      status,
      attempts: attempts + 1,
      unknown_ends: unknownEnds(found),
      lease_expires_at: null,
      effect_receipt: receipt,
      ...(speaks ? { attempt } : {}),
    }),
    ...giveUp(found, at),
    ...(first ? [receiptOf(intent, attempt, receipt!, at)] : []),
  ]
  return answer(attempt, receipt, shown, writes)
}

/** Writes what became of a call. An act that another attempt has carried out meanwhile stays its result. */
export function settle(
  { intent, outbox, last }: Found & { readonly last: Atom<EffectAttemptState> },
  { status, reasons }: Delivered,
  at: Context,
) {
  const { state } = outbox
  const shown = status === 'indeterminate' ? [indeterminate, ...reasons] : reasons
  const writes: Write[] = [next(EffectAttempt, last, { status, reasons: shown, ended_at: at.time })]
  if (state.effect_receipt !== null) return answer(last.ref, state.effect_receipt, shown, writes)

  const effect_receipt = status === 'executed' ? at.mint('effect_receipt') : null
  const wasLost = last.state.status === 'indeterminate' ? 1 : 0
  const unknown_ends = state.unknown_ends - wasLost + (status === 'indeterminate' ? 1 : 0)
  const speaks = effect_receipt !== null || state.attempt === last.ref
  const settled = {
    status: status === 'failed' && unknown_ends > 0 ? ('indeterminate' as const) : status,
    attempt: last.ref,
    lease_expires_at: null,
  }
  writes.push(next(EffectOutbox, outbox, { unknown_ends, effect_receipt, ...(speaks ? settled : {}) }))
  if (effect_receipt !== null) writes.push(receiptOf(intent, last.ref, effect_receipt, at))
  return answer(last.ref, effect_receipt, shown, writes)
}

function answer(
  effectAttempt: Ref,
  effectReceipt: Ref | null,
  reasons: readonly string[],
  writes: readonly Write[],
) {
  const outcome = effectReceipt === null ? 'failed' : 'executed'
  return admit({ effectAttempt, effectReceipt }, writes, { outcome, reasons })
}

/** What the adapter is told. The key is the intent's: it stays the same however often the intent is attempted. */
export function deliveryOf(
  { ref, state }: Atom<EffectIntentState>,
  attempt: Ref,
  fail: boolean,
  { tenant }: Context,
): Delivery {
  const { effect_kind, mode, subject, evidence, adapter } = state
  return {
    do: 'deliver',
    adapter,
    attempt,
    key: `msg_${identifierOf(ref)}`,
    fail,
    message: {
      effect_intent: ref,
      effect_attempt: attempt,
      effect_kind,
      mode,
      subject,
      evidence,
      tenant,
      fixture: true,
      production_admission: false,
    },
  }
}

function attemptOf({ intent, outbox }: Found, at: Context) {
  return {
    effect_intent: intent.ref,
    number: outbox.state.attempts + 1,
    reasons: [],
    started_at: at.time,
    ended_at: null,
  }
}

function unknownEnds({ outbox, last }: Found): number {
  return outbox.state.unknown_ends + (last?.state.status === 'started' ? 1 : 0)
}

/** An attempt whose lease has run out is one that nobody knows the end of. */
function giveUp({ last }: Found, at: Context): Write[] {
  if (last?.state.status !== 'started') return []
  return [next(EffectAttempt, last, { status: 'indeterminate', reasons: [indeterminate], ended_at: at.time })]
}

function receiptOf({ ref, state }: Atom<EffectIntentState>, attempt: Ref, receipt: Ref, at: Context): Write {
  return create(EffectReceipt, receipt, {
    effect_intent: ref,
    effect_attempt: attempt,
    adapter: state.adapter,
    dry_run: state.dry_run,
    executed_at: at.time,
  })
}
