import {
  limits,
  PasskeyBinding,
  TenantOnboarding,
  type PasskeyBindingState,
  type Ref,
  type TenantOnboardingState,
} from '@membrane/contract'
import { next, refuse, type Atom, type Context, type Refused, type View, type Write } from '../decision.ts'

/** A passkey as calls on its name find it: rotated names lead to what replaced them. */
export interface FoundPasskey {
  readonly ref: Ref
  readonly binding: Atom<PasskeyBindingState> | undefined
}

/** Follows enforced rotations from a name, through at most 16 of them. */
export async function readPasskey(view: View, name: Ref): Promise<FoundPasskey> {
  let ref = name
  for (let hops = 0; ; hops++) {
    const binding = await view.get(PasskeyBinding, ref)
    const replacement = binding && leadsTo(binding.state)
    if (replacement === undefined || hops === limits.rotationHopsMax) return { ref, binding }
    ref = replacement
  }
}

/** What an enforced rotation put in a passkey's place. */
function leadsTo({ status, enforced, replacement }: PasskeyBindingState): Ref | undefined {
  return status === 'rotated' && enforced && replacement !== null ? replacement : undefined
}

/** Whether the runtime refuses the passkey: a revocation that is enforced. */
export function isRevoked({ status, enforced }: PasskeyBindingState): boolean {
  return status === 'revoked' && enforced
}

/** Whether the passkey still answers for itself. */
export function isUsable(state: PasskeyBindingState): boolean {
  return !isRevoked(state) && leadsTo(state) === undefined
}

type NewBinding = Pick<PasskeyBindingState, 'subject' | 'provenance'> & Partial<PasskeyBindingState>

/** A passkey that is newly bound: unproven and without a key, unless it is said. */
export function newBinding(known: NewBinding): PasskeyBindingState {
  return {
    relying_party_id: null,
    credential: null,
    proven: false,
    sign_count: 0,
    backup_eligible: null,
    backup_state: null,
    status: 'bound',
    enforced: false,
    replacement: null,
    revocation: null,
    ...known,
  }
}

/** What options show of a passkey. */
export type ShownPasskey = { readonly id: Ref | null; readonly credential_id_hash: string | null }

/** The passkey that a request names, else its subject's only one. */
export async function readShownPasskey(
  view: View,
  subject: Ref,
  named: Ref | undefined,
): Promise<FoundPasskey | undefined> {
  if (named !== undefined) return readPasskey(view, named)
  const bound = await view.list(PasskeyBinding, 'subject', subject)
  const usable = bound.filter(({ state }) => state.credential !== null && isUsable(state))
  return usable.length === 1 ? { ref: usable[0]!.ref, binding: usable[0] } : undefined
}

/**
 * Shows a passkey of the subject; for one that is unknown or another's, the name that was asked for and a hash that
 * is always the same for it, so that asking tells nobody which passkeys exist.
 */
export function showPasskey(
  found: FoundPasskey | undefined,
  subject: Ref,
  named: Ref | undefined,
  at: Context,
): ShownPasskey {
  const decoy = at.keyed(`passkey ${at.tenant} ${named}`)
  if (found === undefined) return { id: null, credential_id_hash: null }
  const credential = found.binding?.state.subject === subject ? found.binding.state.credential : null
  if (credential === null) return { id: named ?? found.ref, credential_id_hash: decoy }
  return { id: found.ref, credential_id_hash: credential.credential_id_hash }
}

/** The handle by which authenticators know a subject: opaque, and always the same. */
export function userHandle(subject: Ref, at: Context): string {
  const hex = at.keyed(`user handle ${at.tenant} ${subject}`).slice('sha256:'.length)
  return Buffer.from(hex, 'hex').toString('base64url')
}

export type Enrolment = { readonly writes: readonly Write[] } | Refused<'human_auth_enrolment_required'>

/** Behind a real gate a passkey is enrolled by a session of its subject, or by the tenant's token, which that spends. */
export function enrol(
  { subject, enrolment_token }: { readonly subject: Ref; readonly enrolment_token?: string },
  onboarding: Atom<TenantOnboardingState> | undefined,
  at: Context,
): Enrolment {
  const { session, tenant, actor } = at.caller
  if (!at.gated || (session !== null && tenant === at.tenant && actor === subject)) return { writes: [] }
  const commitment = onboarding?.state.enrolment_commitment ?? null
  const spent = onboarding?.state.enrolment_used_at !== null
  const matches = enrolment_token !== undefined && at.digest(enrolment_token) === commitment
  if (onboarding === undefined || spent || !matches) return refuse('human_auth_enrolment_required')
  return { writes: [next(TenantOnboarding, onboarding, { enrolment_used_at: at.time })] }
}
