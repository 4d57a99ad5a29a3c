import {
  builtInExpiresAt,
  builtInIssuedAt,
  builtInSessions,
  Session,
  type Ref,
  type SessionState,
} from '@membrane/contract'
import type { Context, View } from '../decision.ts'

/** The session that calls, as it is on record or built in; undefined where it is not of the tenant named. */
export async function readOwnSession(view: View, at: Context): Promise<SessionState | undefined> {
  const { session, tenant, commitment } = at.caller
  if (session === null || tenant !== at.tenant) return undefined
  const found = await view.get(Session, session)
  return found?.state ?? builtInState(session, commitment)
}

/** A built-in session in the shape of one on record; undefined for any other. */
export function builtInState(session: Ref, commitment: string | null): SessionState | undefined {
  const found = Object.values(builtInSessions).find((builtIn) => builtIn.session === session)
  if (found === undefined) return undefined
  const { tenant: _, ...fields } = found
  return {
    ...fields,
    scopes: ['*'],
    token_commitment: commitment ?? 'sha256:not_kept',
    human_presence_receipt: null,
    issued_at: builtInIssuedAt,
    expires_at: builtInExpiresAt,
    revoked: false,
    enforced: false,
  }
}
