import {
  builtInRefs,
  identifierOf,
  PasskeyBinding,
  Session,
  type PasskeyBindingState,
  type Ref,
  type SessionState,
} from '@membrane/contract'
import {
  create,
  refuse,
  type Atom,
  type Claim,
  type Context,
  type Refused,
  type View,
  type Write,
} from '../decision.ts'
import { isRevoked } from './passkeys.ts'
import { readPresence, refuseCitedPresence, type CitedPresence } from './presence.ts'
import { secondsAfter } from './later.ts'

/** The claim space that leads from a token's commitment to `<tenant> <session>`. */
export const tokenSpace = 'token'

/** The presence under which a session is issued, with the passkey that was present. */
export interface SessionPresence extends CitedPresence {
  readonly binding: Atom<PasskeyBindingState> | undefined
}

export async function readSessionPresence(view: View, ref: Ref): Promise<SessionPresence> {
  const presence = await readPresence(view, ref)
  const binding = presence.receipt?.state.passkey_binding ?? undefined
  return { ...presence, binding: await view.get(PasskeyBinding, binding) }
}

type SessionPresenceCode =
  | 'human_presence_receipt_unknown'
  | 'human_presence_receipt_expired'
  | 'human_presence_subject_mismatch'
  | 'human_presence_webauthn_required'
  | 'human_auth_passkey_revoked'

/** Behind a real gate, only an assertion over a live passkey of the actor counts, but for built-in sessions. */
export function refuseSessionPresence(
  presence: SessionPresence,
  actor: Ref,
  at: Context,
): Refused<SessionPresenceCode> | undefined {
  const refused = refuseCitedPresence(presence, actor, at)
  if (refused !== undefined) return refused
  if (!at.gated || at.caller.builtIn !== null) return undefined
  const { receipt, binding } = presence
  if (receipt?.state.ceremony !== 'webauthn' || binding?.state.subject !== actor) {
    return refuse('human_presence_webauthn_required')
  }
  return isRevoked(binding.state) ? refuse('human_auth_passkey_revoked') : undefined
}

/** A session ref is used once in its tenant, and never those of the built-in sessions. */
export async function isTaken(view: View, session: Ref): Promise<boolean> {
  return builtInRefs.includes(session) || (await view.get(Session, session)) !== undefined
}

/** Whether a bearer of the session stands: a revocation that is not enforced leaves it usable. */
export function isUsable({ revoked, enforced, expires_at }: SessionState, now: number): boolean {
  return !(revoked && enforced) && now < Date.parse(expires_at)
}

/** The lifecycle record of a session shares its identifier. */
export function lifecycleOf(session: Ref): Ref {
  return `${Session.kind}:${identifierOf(session)}`
}

type Asked = Pick<
  SessionState,
  'session' | 'actor' | 'vessel' | 'standing' | 'scopes' | 'holder_key' | 'device_binding'
> & { readonly human_presence_receipt: Ref; readonly expires_in_seconds: number }

export interface IssuedSession {
  readonly body: {
    readonly session: Ref
    readonly session_lifecycle: Ref
    readonly bearer_token: string
    readonly token_commitment: string
    readonly expires_at: string
  }
  readonly write: Write
  readonly claims: readonly Claim[]
}

/** A new session and its token, which goes out once; the record holds its commitment alone. */
export function issueSession(asked: Asked, at: Context): IssuedSession {
  const { session, actor, vessel, standing, scopes, holder_key, device_binding } = asked
  const bearer_token = at.token()
  const token_commitment = at.digest(bearer_token)
  const expires_at = secondsAfter(at, asked.expires_in_seconds)
  const state: SessionState = {
    session,
    actor,
    vessel,
    standing,
    scopes,
    holder_key,
    device_binding,
    token_commitment,
    human_presence_receipt: asked.human_presence_receipt,
    issued_at: at.time,
    expires_at,
    revoked: false,
    enforced: false,
  }
  return {
    body: { session, session_lifecycle: lifecycleOf(session), bearer_token, token_commitment, expires_at },
    write: create(Session, session, state),
    claims: [{ space: tokenSpace, key: token_commitment, value: `${at.tenant} ${session}` }],
  }
}
