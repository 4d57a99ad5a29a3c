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
