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
