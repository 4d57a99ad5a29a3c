import { authority, integrity, presence, request, state, unknown } from '../refusal.ts'

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

  authority_key_public_key_invalid: integrity(
    'The key must be an ES256 key as an uncompressed point of P-256.',
  ),
  authority_key_unchanged: request('A key is rotated to another key.'),
  authority_key_already_rotated: state('A key is rotated once, and never to one that was rotated before.'),
  authority_key_holder_mismatch: authority('A key is rotated by the person whose sessions it holds.'),

  hosted_operator_grant_requires_durable_store: authority(
    'A hosted-operator grant is kept in a durable store.',
  ),
  hosted_operator_built_in_session_required: authority(
    'A hosted-operator grant comes from a built-in session of the runtime.',
  ),
  hosted_operator_self_approval: authority('Operator and approver are different persons.'),
  hosted_operator_standing_not_in_force: authority(
    'A hosted-operator grant rests on a standing that is in force.',
  ),
  hosted_operator_grant_unknown: unknown('The hosted-operator grant must be one of this tenant.'),
} as const
