import { flag, hash, object, optional, ref, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const verifyPasskey = operation({
  name: 'humanAuth.verifyPasskey',
  summary:
    'Verifies an assertion (WebAuthn Level 3, section 7.2), or rehearses without one; answers presence.',
  method: 'POST',
  path: '/v1/human-auth/passkey/verify',
  access: 'ceremony',
  state: 'fixture-rehearsed',
  outcome: 'admitted',
  request: {
    tenant,
    challenge: ref(),
    passkey_binding: optional(ref()),
    relying_party_id: optional(text()),
    user_verified: flag(),
    credential_id_hash: optional(hash()),
    assertion: optional(object({ kept: 'nothing' })),
  },
  response: {
    humanPresenceReceipt: is.anyRef,
    ceremony: is.oneOf('webauthn', 'fixture'),
    expiresAt: is.timestamp,
    standingCreated: is.no,
    biometricMaterialSeenByGestalt: is.no,
  },
  refusals: [
    'human_auth_challenge_unknown',
    'human_auth_passkey_user_not_verified',
    'human_auth_challenge_replayed',
    'human_auth_challenge_expired',
    'human_auth_relying_party_mismatch',
    'human_auth_passkey_revoked',
    'human_auth_passkey_credential_mismatch',
    'human_auth_assertion_required',
    'human_auth_assertion_invalid',
    'human_auth_passkey_counter_regressed',
  ],
  example: {
    tenant: 'tenant_node:acme',
    challenge: 'human_auth_challenge:01jd',
    passkey_binding: 'passkey_binding:01jd',
    user_verified: true,
  },
})
