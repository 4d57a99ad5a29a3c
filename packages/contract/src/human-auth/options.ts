import { noAuthorityCreated } from '../boundaries.ts'
import * as is from '../response.ts'

/** A challenge that options were issued with. */
export const issuedChallenge = is.record({ id: is.anyRef, expires_at: is.timestamp })

/** A passkey as options show it: nulls where the subject has none or several. */
export const shownPasskey = is.record({
  id: is.nullable(is.anyRef),
  credential_id_hash: is.nullable(is.string),
})

/** What all options promise. The origin is https, or http on the loopback, at or below the relying party id. */
const ceremonyBoundaries = {
  webauthn_origin_policy: is.record({
    relying_party_id: is.string,
    origin: is.string,
    secure_origin_required: is.yes,
    loopback_allowed: is.yes,
    decision: is.literal('allowed'),
  }),
  authority_boundaries: is.constants({ ...noAuthorityCreated, delegation_created: is.no }),
} as const

/** What the options of an assertion promise. */
export const assertionBoundaries = {
  privacy_boundary: is.constants({
    raw_assertion_bytes_stored: is.no,
    raw_credential_id_stored: is.no,
    biometric_material_seen_by_gestalt: is.no,
    production_admission: is.no,
  }),
  ...ceremonyBoundaries,
} as const

/** What the options of a registration promise. */
export const registrationBoundaries = {
  privacy_boundary: is.constants({
    raw_credential_id_stored: is.no,
    raw_attestation_object_stored: is.no,
    biometric_material_seen_by_gestalt: is.no,
    production_admission: is.no,
  }),
  ...ceremonyBoundaries,
} as const

/** What a browser's registration asks for as a rule; tests and documents use it. */
export const registrationExample = {
  user_handle_hash: 'sha256:handle',
  user_name_hash: 'sha256:name',
  user_display_name_hash: 'sha256:display-name',
  attestation: 'none',
  authenticator_attachment: 'platform',
  resident_key: 'required',
  user_verification: 'required',
  exclude_credential_id_hashes: [] as string[],
} as const
