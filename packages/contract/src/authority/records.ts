import { record } from '../record.ts'
import type { Ref } from '../refs.ts'
import type { ApprovableOperation } from './approvals.ts'

export interface KeyRotationState {
  readonly key: Ref
  readonly replacement_key: Ref
  /** Until then sessions held by the old key stand beside those of the new one. */
  readonly overlap_expires_at: string
}

/** The rotation of a holder key; its ref is the old key. */
export const KeyRotation = record<KeyRotationState>()('key_rotation')

export interface PresenceApprovalState {
  readonly actor: Ref
  readonly human_presence_receipt: Ref
  readonly for_operation: ApprovableOperation
  /** `sha256:` over the canonical JSON of the request that is approved, without its presence. */
  readonly intent_hash: string
  readonly expires_at: string
  readonly used_at: string | null
}

/** One person's approval of one request. */
export const PresenceApproval = record<PresenceApprovalState>()('presence_approval')

export interface HolderKeyState {
  /** Who rotated to it by a session of their own; null where that was an operator, or nobody said. */
  readonly holder: Ref | null
  readonly predecessor: Ref
  readonly public_key_hash: string
  /** The 65 bytes of the P-256 point in hex. */
  readonly public_key_uncompressed_hex: string
  readonly human_presence_receipt: Ref
  readonly reason_hash: string
}

/** A holder key that came by rotation; its ref is the key's own. */
export const HolderKey = record<HolderKeyState>()('key_registry')

export interface HostedOperatorGrantState {
  readonly operator: Ref
  readonly approver: Ref
  readonly standing: Ref
  readonly evidence: readonly Ref[]
  readonly reason_hash: string
  readonly expires_at: string
  readonly status: 'active' | 'revoked'
  readonly revoked_at: string | null
  readonly revocation_reason_hash: string | null
}

export const HostedOperatorGrant = record<HostedOperatorGrantState>()('hosted_operator_grant')

export interface HostedOperatorRosterState {
  /** Grants that were neither revoked nor over when the roster was last written. */
  readonly grants: readonly { readonly grant: Ref; readonly standing: Ref; readonly expires_at: string }[]
}

/** The grants that may be live: what every commit of a tenant without a root key reads. Its ref is the tenant. */
export const HostedOperatorRoster = record<HostedOperatorRosterState>()('hosted_operator_roster')
