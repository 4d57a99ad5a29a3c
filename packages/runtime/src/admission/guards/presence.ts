import { Presence, type PresenceState, type Ref } from '@membrane/contract'
import { next, refuse, type Atom, type Context, type Refused, type View, type Write } from '../decision.ts'

/** A presence receipt as facts read it; undefined where none was cited. */
export type CitedPresence = { readonly cited: boolean; readonly receipt: Atom<PresenceState> | undefined }

export async function readPresence(view: View, ref: Ref | undefined): Promise<CitedPresence> {
  return {
    cited: ref !== undefined,
    receipt: await view.get(Presence, ref),
  }
}

type PresenceCode =
  | 'human_presence_receipt_unknown'
  | 'human_presence_receipt_expired'
  | 'human_presence_subject_mismatch'

/** A receipt may be cited while it is fresh and of the same person; without one there is nothing to refuse. */
export function refuseCitedPresence(
  { cited, receipt }: CitedPresence,
  subject: Ref,
  at: Context,
): Refused<PresenceCode> | undefined {
  if (!cited) return undefined
  if (receipt === undefined) return refuse('human_presence_receipt_unknown')
  if (!isFresh(receipt.state, at)) return refuse('human_presence_receipt_expired')
  return isOf(receipt.state, subject) ? undefined : refuse('human_presence_subject_mismatch')
}

export function isFresh({ expires_at }: Pick<PresenceState, 'expires_at'>, { now }: Context): boolean {
  return now < Date.parse(expires_at)
}

/** A rehearsed receipt that names nobody is of anybody in its tenant. */
export function isOf({ subject }: Pick<PresenceState, 'subject'>, person: Ref): boolean {
  return subject === null || subject === person
}

/** What consumes presence rather than cites it. */
export type Consumer = 'auth.loginFinish' | 'authority.presenceApproval' | 'effect.intent'

/** A receipt serves each consumer once; behind a real gate, one consumer once. */
export function isConsumed({ consumed_by }: PresenceState, consumer: Consumer, { gated }: Context): boolean {
  return gated ? consumed_by.length > 0 : consumed_by.includes(consumer)
}

export function consume(receipt: Atom<PresenceState>, consumer: Consumer): Write {
  return next(Presence, receipt, { consumed_by: [...receipt.state.consumed_by, consumer] })
}
