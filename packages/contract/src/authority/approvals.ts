import { oneOf, ref } from '../field.ts'

/** The operations that want human presence, where an approval may stand in the receipt's place. */
export const approvableOperations = [
  'authority.package.activate',
  'authority.keyRotate',
  'mandate.delegate',
  'effect.intent',
] as const

export type ApprovableOperation = (typeof approvableOperations)[number]

export const approvableOperation = oneOf(approvableOperations)

/** A presence receipt, or an approval of this very request. */
export const wantedPresence = ref(undefined, { absent: 'human_presence_required' })

/** Why an approval does not stand in for a receipt. */
export const approvalCodes = [
  'presence_approval_expired',
  'presence_approval_operation_mismatch',
  'presence_approval_consumed',
  'presence_approval_intent_mismatch',
] as const

export type ApprovalCode = (typeof approvalCodes)[number]
