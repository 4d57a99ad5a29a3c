import { KeyRotation, type KeyRotationState, type Ref } from '@membrane/contract'
import type { View } from '../decision.ts'

/** Whether the overlap of a rotation is over: what the old key holds no longer stands. */
export function isRotatedAway({ overlap_expires_at }: KeyRotationState, now: number): boolean {
  return now >= Date.parse(overlap_expires_at)
}

/** A session's key is stale from the moment of its rotation, in the overlap too. */
export async function readStaleKey(view: View, holderKey: Ref): Promise<boolean> {
  const rotation = await view.get(KeyRotation, holderKey)
  return rotation !== undefined
}
