import type { Row } from './row.ts'

const admitted = { state: 'staging-durable', outcome: 'admitted' } as const
const verified = { state: 'staging-durable', outcome: 'verified' } as const
const sensitive = 'contains_biometric_material? contains_customer_data?'
const created = 'identity_binding_created=false standing_created=false company_authority_created=false'
const rawStored = `raw_credential_id_stored=false raw_attestation_object_stored=false raw_client_data_json_stored=false
  raw_private_key_material_stored=false raw_biometric_material_stored=false`

const lifecycle = {
  string: 'reason_hash',
  boolean: `fixture? ${sensitive} create_identity_binding_from_passkey? create_standing_from_passkey?
    create_company_authority_from_passkey? enforce_runtime_overlay?`,
  any: 'raw_credential_id? raw_attestation_object? raw_client_data_json?',
} as const
const lifecycleRefusals = `human_auth_passkey_lifecycle_fixture_only human_auth_passkey_lifecycle_raw_material_refused
  human_auth_passkey_lifecycle_cannot_create_authority human_auth_passkey_lifecycle_subject_mismatch
  human_auth_passkey_lifecycle_hash_required human_auth_passkey_lifecycle_presence_missing
  human_auth_passkey_lifecycle_presence_invalid`

export const humanAuth: readonly Row[] = [
  {
    operation: 'humanAuth.challenge',
    call: 'POST /v1/human-auth/challenge',
    ...verified,
    request: { ref: 'tenant? subject?', string: 'relying_party_id?', strings: 'scopes?' },
    response: 'challenge biometricMaterialSeenByGestalt=false',
  },
  {
    operation: 'humanAuth.verifyPasskey',
    call: 'POST /v1/human-auth/passkey/verify',
    state: 'fixture-rehearsed',
    outcome: 'admitted',
    request: {
      ref: 'tenant? challenge passkey_binding?',
      string: 'relying_party_id? credential_id_hash?',
      boolean: 'user_verified?',
    },
    response: 'humanPresenceReceipt standingCreated=false biometricMaterialSeenByGestalt=false',
    refusals:
      'human_auth_passkey_user_not_verified human_auth_challenge_expired human_auth_challenge_replayed',
  },
  {
    operation: 'humanAuth.passkeyRegistrationOptions',
    call: 'POST /v1/human-auth/passkey/registration/options',
    ...verified,
    request: {
      ref: 'tenant? subject',
      string: `relying_party_id origin user_handle_hash user_name_hash user_display_name_hash attestation
        authenticator_attachment resident_key user_verification`,
      strings: 'exclude_credential_id_hashes',
      boolean: sensitive,
    },
    response: `challenge.id ${within(
      'public_key_credential_creation_options',
      `challenge rp.id rp.name user.id_b64url user.handle_hash user.name_hash user.display_name_hash
      user.raw_name_exposed=false user.raw_display_name_exposed=false pub_key_cred_params.0.type=public-key
      pub_key_cred_params.0.alg=-7 authenticator_selection attestation exclude_credential_id_hashes
      raw_credential_ids_exposed=false`,
    )} durable_record ${within(
      'privacy_boundary',
      `raw_credential_id_stored=false raw_attestation_object_stored=false biometric_material_seen_by_gestalt=false
      production_admission=false`,
    )} webauthn_origin_policy authority_boundaries production_admission=false`,
  },
  {
    operation: 'humanAuth.passkeyAssertionOptions',
    call: 'POST /v1/human-auth/passkey/assertion/options',
    ...verified,
    request: {
      ref: 'tenant? subject passkey_binding?',
      string: 'relying_party_id origin user_verification',
      strings: 'scopes',
      boolean: sensitive,
    },
    response: `challenge ${within(
      'public_key_credential_request_options',
      `challenge rp_id user_verification timeout_ms=300000 allow_credentials=omitted_discoverable_credentials_only
      allow_credential_id_hashes raw_credential_ids_exposed=false`,
    )} passkey_binding.id passkey_binding.credential_id_hash durable_record privacy_boundary webauthn_origin_policy
      authority_boundaries production_admission=false`,
  },
  {
    operation: 'humanAuth.registerPasskey',
    call: 'POST /v1/human-auth/passkey/register',
    ...admitted,
    response: '',
  },
  {
    operation: 'humanAuth.passkeyRevoke',
    call: 'POST /v1/human-auth/passkey/revoke',
    ...admitted,
    request: {
      ref: 'tenant? subject? passkey_binding human_presence_receipt revocation_ref?',
      ...lifecycle,
    },
    response: `human_auth_passkey_lifecycle passkey_binding human_presence_receipt status=revoked
      enforced_in_runtime_overlay ${rawStored} ${created} durable_state production_admission=false`,
    refusals: `${lifecycleRefusals} human_auth_passkey_binding_unknown`,
  },
  {
    operation: 'humanAuth.passkeyRotate',
    call: 'POST /v1/human-auth/passkey/rotate',
    ...admitted,
    request: {
      ref: 'tenant? subject? old_passkey_binding replacement_passkey_binding human_presence_receipt rotation_ref?',
      ...lifecycle,
    },
    response: `human_auth_passkey_lifecycle old_passkey_binding replacement_passkey_binding human_presence_receipt
      status=rotated enforced_in_runtime_overlay ${rawStored} ${created}`,
    refusals: `${lifecycleRefusals} human_auth_passkey_lifecycle_same_binding human_auth_passkey_lifecycle_replayed`,
  },
  {
    operation: 'humanAuth.faceMatchFallback',
    call: 'POST /v1/human-auth/face-match',
    state: 'shape-only',
    outcome: 'admitted',
    request: { ref: 'tenant? subject? consent_ref', string: 'scenario?' },
    response: `cpuFaceMatchReceipt standingCreated=false rawImagesStored=false biometricTemplatesStored=false
      oneToManySearch=false`,
    refusals: 'human_auth_face_match_consent_missing',
  },
]

function within(object: string, paths: string): string {
  return paths
    .trim()
    .split(/\s+/)
    .map((path) => `${object}.${path}`)
    .join(' ')
}
