import { record } from '../record.ts'
import type { Ref } from '../refs.ts'

export interface KeyRotationState {
  readonly key: Ref
  readonly replacement_key: Ref
  /** Until then sessions held by the old key stand beside those of the new one. */
  readonly overlap_expires_at: string
}

/** The rotation of a holder key; its ref is the old key. */
export const KeyRotation = record<KeyRotationState>()('key_rotation')
