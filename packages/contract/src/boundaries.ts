import * as is from './response.ts'

/** What sign-in never keeps of a request; each field says so in the answer. */
export const rawStorageFlags = {
  source_ip_raw_stored: is.no,
  raw_user_agent_stored: is.no,
  raw_credential_id_stored: is.no,
  raw_biometric_material_stored: is.no,
  raw_session_token_stored: is.no,
  database_locator_exposed: is.no,
} as const

/** What a passkey ceremony never keeps. */
export const rawPasskeyFlags = {
  raw_credential_id_stored: is.no,
  raw_attestation_object_stored: is.no,
  raw_client_data_json_stored: is.no,
  raw_private_key_material_stored: is.no,
  raw_biometric_material_stored: is.no,
} as const

/** Human presence creates none of these. */
export const noAuthorityCreated = {
  identity_binding_created: is.no,
  standing_created: is.no,
  company_authority_created: is.no,
} as const

/** `authority_boundaries`: what options and ceremonies never create. */
export const authorityBoundaries = is.constants({ ...noAuthorityCreated, delegation_created: is.no })

/** `privacy_boundary` of an assertion. */
export const assertionPrivacy = is.constants({
  raw_assertion_bytes_stored: is.no,
  raw_credential_id_stored: is.no,
  biometric_material_seen_by_gestalt: is.no,
  production_admission: is.no,
})

/** `privacy_boundary` of a registration. */
export const registrationPrivacy = is.constants({
  raw_credential_id_stored: is.no,
  raw_attestation_object_stored: is.no,
  biometric_material_seen_by_gestalt: is.no,
  production_admission: is.no,
})

/** `webauthn_origin_policy`: https, or http on the loopback, at or below the relying party id. */
export const webauthnOriginPolicy = is.record({
  relying_party_id: is.string,
  origin: is.string,
  secure_origin_required: is.yes,
  loopback_allowed: is.yes,
  decision: is.literal('allowed'),
})

/** A passkey as options show it: nulls where the subject has none or several. */
export const shownPasskey = is.record({
  id: is.nullable(is.anyRef),
  credential_id_hash: is.nullable(is.string),
})
