import {
  isHash,
  PasskeyLifecycle,
  Presence,
  type PasskeyBindingState,
  type PasskeyLifecycleState,
  type PresenceState,
  type Ref,
} from '@membrane/contract'
import { create, refuse, type Atom, type Context, type Refused, type View, type Write } from '../decision.ts'
import { refuseField } from './field.ts'
import { isFresh } from './presence.ts'

interface LifecycleRequest {
  readonly subject?: Ref
  readonly human_presence_receipt?: Ref
  readonly reason_hash?: string
}

/** The subject named, that of each passkey and that of the presence must be one person, where they name one. */
export function refuseOtherSubject(
  { subject }: LifecycleRequest,
  bindings: readonly (Atom<PasskeyBindingState> | undefined)[],
  receipt: Atom<PresenceState> | undefined,
): Refused<'human_auth_passkey_lifecycle_subject_mismatch'> | undefined {
  const named = [subject, receipt?.state.subject, ...bindings.map((binding) => binding?.state.subject)]
  const people = new Set(named.filter((person) => person !== undefined && person !== null))
  return people.size > 1 ? refuse('human_auth_passkey_lifecycle_subject_mismatch') : undefined
}

export function refuseReason({
  reason_hash,
}: LifecycleRequest): Refused<'human_auth_passkey_lifecycle_hash_required'> | undefined {
  if (isHash(reason_hash ?? '')) return undefined
  const rule = 'must start with sha256: and be more than that'
  return refuseField('human_auth_passkey_lifecycle_hash_required', 'reason_hash', rule)
}

type LifecyclePresenceCode =
  | 'human_auth_passkey_lifecycle_presence_missing'
  | 'human_auth_passkey_lifecycle_presence_invalid'

/** The presence must be fresh, over this very passkey, and of a lifecycle scope. */
export function refuseLifecyclePresence(
  { human_presence_receipt }: LifecycleRequest,
  receipt: Atom<PresenceState> | undefined,
  { passkey, scope }: { readonly passkey: Ref; readonly scope: 'passkey_revoke' | 'passkey_rotate' },
  at: Context,
): Refused<LifecyclePresenceCode> | undefined {
  if (!human_presence_receipt) return refuse('human_auth_passkey_lifecycle_presence_missing')
  const invalid = refuse('human_auth_passkey_lifecycle_presence_invalid')
  if (receipt === undefined || !isFresh(receipt.state, at)) return invalid
  const { passkey_binding, scopes } = receipt.state
  const covers = scopes.includes(scope) || scopes.includes('passkey_lifecycle')
  return passkey_binding === passkey && covers ? undefined : invalid
}

/** The receipt cited, whatever stands in the field. */
export async function readCited(
  view: View,
  { human_presence_receipt }: LifecycleRequest,
): Promise<Atom<PresenceState> | undefined> {
  return view.get(Presence, human_presence_receipt || undefined)
}

/** The record of one lifecycle act, under the ref that the caller gave it or a new one. */
export function recordLifecycle(named: Ref | undefined, state: PasskeyLifecycleState, at: Context): Write {
  return create(PasskeyLifecycle, named ?? at.mint(PasskeyLifecycle.kind), state)
}
