import { authority, presence } from '../refusal.ts'

export const authorityRefusals = {
  m13_human_presence_cannot_create_standing: authority('Human presence never creates standing.'),
  human_presence_required: presence(
    'The operation needs a human presence receipt, or an approval of the request.',
  ),
  presence_approval_expired: presence('A presence approval must be fresh.'),
  presence_approval_operation_mismatch: presence(
    'A presence approval stands for the operation that it names.',
  ),
  presence_approval_intent_mismatch: presence(
    'A presence approval stands for the request whose canonical JSON, without its presence, has the intent hash.',
  ),
  presence_approval_consumed: presence('A presence approval is used once.'),
} as const
