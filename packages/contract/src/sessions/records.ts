import { record } from '../record.ts'
import type { Ref } from '../refs.ts'

export interface SessionState {
  readonly session: Ref
  readonly actor: Ref
  readonly vessel: Ref
  readonly standing: Ref
  readonly scopes: readonly string[]
  readonly holder_key: Ref
  readonly device_binding: Ref
  /** `sha256:` of the bearer token; the token itself is never kept. */
  readonly token_commitment: string
  readonly human_presence_receipt: Ref | null
  readonly issued_at: string
  readonly expires_at: string
  readonly revoked: boolean
  /** With the overlay, later use of the bearer is refused. */
  readonly enforced: boolean
}

/** One session's life; its ref is the session itself. */
export const Session = record<SessionState>()('session_lifecycle', {
  index: {
    actor: (session) => session.actor,
    standing: (session) => session.standing,
    holder_key: (session) => session.holder_key,
  },
  activeUntil: (session) => (session.revoked ? null : session.expires_at),
})
