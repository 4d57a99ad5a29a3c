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

export type UserVerification = 'required' | 'preferred' | 'discouraged'

export interface ChallengeState {
  readonly purpose: 'presence' | 'registration' | 'assertion' | 'login'
  readonly subject: Ref | null
  readonly relying_party_id: string | null
  readonly origin: string | null
  readonly scopes: readonly string[]
  readonly passkey_binding: Ref | null
  readonly user_verification: UserVerification
  /** `sha256:` over the base64url text of the random bytes; null where they were never handed out. */
  readonly challenge_hash: string | null
  readonly expires_at: string
  readonly used_at: string | null
}

/** The public half of a credential, in hashes and verification material only. */
export interface CredentialState {
  readonly credential_id_hash: string
  /** The uncompressed P-256 point, 65 bytes in hex. */
  readonly public_key_uncompressed_hex: string
  readonly public_key_hash: string
  readonly public_key_algorithm: 'ES256'
}

export interface PasskeyBindingState {
  readonly subject: Ref | null
  readonly relying_party_id: string | null
  /** `rehearsed`: named by a rehearsal, without a key, so never usable with an assertion. */
  readonly provenance: 'registered' | 'imported' | 'rehearsed'
  readonly credential: CredentialState | null
  /** Whether the key has signed a ceremony here; an import has not until its first assertion. */
  readonly proven: boolean
  readonly sign_count: number
  readonly backup_eligible: boolean | null
  readonly backup_state: boolean | null
  readonly status: 'bound' | 'revoked' | 'rotated'
  /** Whether the runtime holds to the status: refuses a revoked binding, maps a rotated one. */
  readonly enforced: boolean
  readonly replacement: Ref | null
  /** The lifecycle record of its first revocation. */
  readonly revocation: Ref | null
}

export interface PasskeyLifecycleState {
  readonly action: 'revoke' | 'rotate'
  readonly passkey_binding: Ref
  readonly replacement: Ref | null
  readonly human_presence_receipt: Ref
  readonly reason_hash: string
  readonly enforced: boolean
  readonly at: string
}

/** A ceremony that took place; a face match is kept alike under its own prefix. */
export const Presence = record<PresenceState>()('human_presence_receipt')
export const Challenge = record<ChallengeState>()('human_auth_challenge')
export const PasskeyBinding = record<PasskeyBindingState>()('passkey_binding', {
  index: {
    subject: ({ subject }) => subject,
    credential: ({ credential }) => credential?.credential_id_hash ?? null,
  },
})
export const PasskeyLifecycle = record<PasskeyLifecycleState>()('human_auth_passkey_lifecycle')
