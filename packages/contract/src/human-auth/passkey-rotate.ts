import { optional, ref } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { lifecycleRequest, lifecycleResponse } from './passkey-lifecycle.ts'

export const passkeyRotate = operation({
  name: 'humanAuth.passkeyRotate',
  summary: 'Rotates a passkey to one that is present; with the overlay the old name answers for the new one.',
  method: 'POST',
  path: '/v1/human-auth/passkey/rotate',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  rawCode: 'human_auth_passkey_lifecycle_raw_material_refused',
  request: {
    ...lifecycleRequest,
    old_passkey_binding: ref(),
    replacement_passkey_binding: ref(),
    rotation_ref: optional(ref()),
  },
  response: {
    human_auth_passkey_lifecycle: is.anyRef,
    old_passkey_binding: is.anyRef,
    replacement_passkey_binding: is.anyRef,
    status: is.literal('rotated'),
    ...lifecycleResponse,
  },
  refusals: [
    'human_auth_passkey_lifecycle_fixture_only',
    'human_auth_passkey_lifecycle_raw_material_refused',
    'human_auth_passkey_lifecycle_cannot_create_authority',
    'human_auth_passkey_lifecycle_subject_mismatch',
    'human_auth_passkey_lifecycle_hash_required',
    'human_auth_passkey_revoked',
    'human_auth_passkey_lifecycle_presence_missing',
    'human_auth_passkey_lifecycle_presence_invalid',
    'human_auth_passkey_lifecycle_same_binding',
    'human_auth_passkey_lifecycle_replayed',
  ],
  example: {
    tenant: 'tenant_node:acme',
    subject: 'human_person:ada',
    old_passkey_binding: 'passkey_binding:01jd',
    replacement_passkey_binding: 'passkey_binding:01je',
    human_presence_receipt: 'human_presence_receipt:01jd',
    reason_hash: 'sha256:new-device',
    enforce_runtime_overlay: true,
  },
})
