import { authority, integrity, presence, request, state, unknown } from '../refusal.ts'

export const authorityRefusals = {
  m13_human_presence_cannot_create_standing: authority(
    'Human presence never creates standing.',
    'Leave create_standing_from_presence out, or false. Standing comes from standing.grant alone.',
  ),
  human_presence_required: presence(
    'The operation needs a human presence receipt, or an approval of the request.',
    'Prove presence and send the receipt; where an operation can be approved, the presence_approval of this very request will do.',
  ),
  presence_approval_expired: presence(
    'A presence approval must be fresh.',
    'Approve the request again, and send it within five minutes.',
  ),
  presence_approval_operation_mismatch: presence(
    'A presence approval stands for the operation that it names.',
    'Get an approval whose for_operation is the operation that is called.',
  ),
  presence_approval_intent_mismatch: presence(
    'A presence approval stands for the request whose canonical JSON, without its presence, has the intent hash.',
    'Send exactly the request that was approved, or have this one approved.',
  ),
  presence_approval_consumed: presence(
    'A presence approval is used once.',
    'Approve the request again: each approval serves once.',
  ),

  authority_key_public_key_invalid: integrity(
    'The key must be an ES256 key as an uncompressed point of P-256.',
    'Send public_key_algorithm ES256 and the key as 04 and 128 hex digits of a point on P-256.',
  ),
  authority_key_unchanged: request(
    'A key is rotated to another key.',
    'Name another replacement_key, with another public key than the one it replaces.',
  ),
  authority_key_already_rotated: state(
    'A key is rotated once, and never to one that was rotated before.',
    'Rotate the key that is in use now, to one that no rotation has named.',
  ),
  authority_key_holder_mismatch: authority(
    'A key is rotated by the person whose sessions it holds.',
    'Call with the bearer of the person whose sessions the key holds, or of a built-in session.',
  ),

  hosted_operator_grant_requires_durable_store: authority(
    'A hosted-operator grant is kept in a durable store.',
    'Start the runtime with MEMBRANE_DATABASE_URL: embedded, or a postgres:// URL.',
  ),
  hosted_operator_built_in_session_required: authority(
    'A hosted-operator grant comes from a built-in session of the runtime.',
    'Call with the primary or the secondary fixture token.',
  ),
  hosted_operator_self_approval: authority(
    'Operator and approver are different persons.',
    'Name an approver who is not the operator.',
  ),
  hosted_operator_standing_not_in_force: authority(
    'A hosted-operator grant rests on a standing that is in force.',
    'Name a standing that is in force: an active grant or mandate of this tenant, or a standing: reference.',
  ),
  hosted_operator_grant_unknown: unknown(
    'The hosted-operator grant must be one of this tenant.',
    'Name the hosted_operator_grant that authority.hostedOperator.grant answered in this tenant.',
  ),
} as const
