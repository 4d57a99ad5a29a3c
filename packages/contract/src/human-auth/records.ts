import { record } from '../record.ts'
import type { Ref } from '../refs.ts'

export interface PresenceState {
  /** Null where a rehearsed ceremony named nobody: it then matches any subject of its tenant. */
  readonly subject: Ref | null
  readonly passkey_binding: Ref | null
  readonly scopes: readonly string[]
  readonly challenge: Ref | null
  readonly ceremony: 'webauthn' | 'fixture' | 'face_match'
  readonly expires_at: string
  /** The operations that have consumed it. */
  readonly consumed_by: readonly string[]
}

export const Presence = record<PresenceState>()('human_presence_receipt')
