import { optional, ref } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { lifecycleRequest, lifecycleResponse } from './passkey-lifecycle.ts'

export const passkeyRevoke = operation({
  name: 'humanAuth.passkeyRevoke',
  summary: 'Revokes a passkey with its own presence; with the overlay it is refused from then on.',
  method: 'POST',
  path: '/v1/human-auth/passkey/revoke',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  rawCode: 'human_auth_passkey_lifecycle_raw_material_refused',
  request: { ...lifecycleRequest, passkey_binding: ref(), revocation_ref: optional(ref()) },
  response: {
    human_auth_passkey_lifecycle: is.anyRef,
    passkey_binding: is.anyRef,
    status: is.literal('revoked'),
    stable_code: is.optional(is.string),
    ...lifecycleResponse,
  },
  refusals: [
    'human_auth_passkey_lifecycle_fixture_only',
    'human_auth_passkey_lifecycle_raw_material_refused',
    'human_auth_passkey_lifecycle_cannot_create_authority',
    'human_auth_passkey_lifecycle_subject_mismatch',
    'human_auth_passkey_lifecycle_hash_required',
    'human_auth_passkey_binding_unknown',
    'human_auth_passkey_revoked',
    'human_auth_passkey_lifecycle_presence_missing',
    'human_auth_passkey_lifecycle_presence_invalid',
    'human_auth_passkey_lifecycle_replayed',
  ],
  example: {
    tenant: 'tenant_node:acme',
    subject: 'human_person:ada',
    passkey_binding: 'passkey_binding:01jd',
    human_presence_receipt: 'human_presence_receipt:01jd',
    reason_hash: 'sha256:lost-device',
    enforce_runtime_overlay: true,
  },
})
