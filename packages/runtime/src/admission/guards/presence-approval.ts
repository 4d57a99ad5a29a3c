import {
  kindOf,
  Presence,
  PresenceApproval,
  type ApprovableOperation,
  type ApprovalCode,
  type PresenceApprovalState,
  type PresenceState,
  type Ref,
} from '@membrane/contract'
import { canonicalJson } from '@membrane/ledger'
import { next, refuse, type Atom, type Context, type Refused, type View, type Write } from '../decision.ts'
import { digestText } from '../digest.ts'
import { isFresh, isOf } from './presence.ts'

/** The presence that an operation was given: a receipt, or the approval that stands in its place once. */
export interface GivenPresence {
  /** Who was present; null where a rehearsal named nobody. */
  readonly subject: Ref | null
  readonly expires_at: string
  /** The receipt, or the one that the approval consumed. */
  readonly receipt: Atom<PresenceState>
  readonly approval: Atom<PresenceApprovalState> | undefined
  /** Whether the approval is of this operation, and of this request. */
  readonly approves: { readonly operation: boolean; readonly intent: boolean }
}

interface WithPresence extends Readonly<Record<string, unknown>> {
  readonly human_presence_receipt?: Ref
}

const unapproved = { operation: true, intent: true } as const

/** Reads what a request gives as presence; undefined where that is unknown. */
export async function readGivenPresence(
  view: View,
  operation: ApprovableOperation,
  input: WithPresence,
): Promise<GivenPresence | undefined> {
  const { human_presence_receipt: given, ...intent } = input
  if (given === undefined) return undefined
  if (kindOf(given) !== PresenceApproval.kind) {
    const receipt = await view.get(Presence, given)
    if (receipt === undefined) return undefined
    const { subject, expires_at } = receipt.state
    return { subject, expires_at, receipt, approval: undefined, approves: unapproved }
  }
  const approval = await view.get(PresenceApproval, given)
  const receipt = await view.get(Presence, approval?.state.human_presence_receipt)
  if (approval === undefined || receipt === undefined) return undefined
  const { actor: subject, expires_at, for_operation, intent_hash } = approval.state
  const approves = { operation: for_operation === operation, intent: intent_hash === intentHash(intent) }
  return { subject, expires_at, receipt, approval, approves }
}

/** `sha256:` over the canonical JSON (RFC 8785) of a request's declared fields, but its presence. */
function intentHash(intent: object): string {
  return digestText(canonicalJson(intent))
}

/** An approval stands for one request of one operation, once, while it is fresh. A receipt is judged by its user. */
export function refuseApproval(given: GivenPresence, at: Context): Refused<ApprovalCode> | undefined {
  if (given.approval === undefined) return undefined
  if (!isFresh(given, at)) return refuse('presence_approval_expired')
  if (!given.approves.operation) return refuse('presence_approval_operation_mismatch')
  if (given.approval.state.used_at !== null) return refuse('presence_approval_consumed')
  return given.approves.intent ? undefined : refuse('presence_approval_intent_mismatch')
}

type GivenCode = 'human_presence_receipt_expired' | 'human_presence_subject_mismatch' | ApprovalCode

/**
 * Presence must be fresh. Behind a real gate it is of the caller; a built-in session acts for anybody.
 * The codes come in the order in which operations declare them.
 */
export function refuseGivenPresence(given: GivenPresence, at: Context): Refused<GivenCode> | undefined {
  if (given.approval === undefined && !isFresh(given, at)) return refuse('human_presence_receipt_expired')
  const person = at.gated && at.caller.builtIn === null ? at.caller.actor : null
  if (person !== null && !isOf(given, person)) return refuse('human_presence_subject_mismatch')
  return refuseApproval(given, at)
}

/** What using the presence writes: an approval is used up. */
export function usePresence({ approval }: GivenPresence, at: Context): Write[] {
  return approval === undefined ? [] : [next(PresenceApproval, approval, { used_at: at.time })]
}
