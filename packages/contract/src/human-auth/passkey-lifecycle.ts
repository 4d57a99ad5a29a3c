import { noAuthorityCreated, rawPasskeyFlags } from '../boundaries.ts'
import {
  containsBiometricMaterial,
  containsCustomerData,
  fixtureUnlessFalse,
  flag,
  hash,
  judged,
  mustBeFalse,
  optional,
  raw,
  ref,
  tenant,
} from '../field.ts'
import * as is from '../response.ts'

const rawCode = 'human_auth_passkey_lifecycle_raw_material_refused'
const createCode = 'human_auth_passkey_lifecycle_cannot_create_authority'

/** What revoke and rotate ask alike. */
export const lifecycleRequest = {
  tenant,
  subject: optional(ref()),
  human_presence_receipt: judged(ref()),
  reason_hash: judged(hash()),
  fixture: fixtureUnlessFalse('human_auth_passkey_lifecycle_fixture_only'),
  contains_customer_data: containsCustomerData(),
  contains_biometric_material: containsBiometricMaterial(),
  raw_credential_id: raw(rawCode),
  raw_attestation_object: raw(rawCode),
  raw_client_data_json: raw(rawCode),
  create_identity_binding_from_passkey: mustBeFalse(createCode),
  create_standing_from_passkey: mustBeFalse(createCode),
  create_company_authority_from_passkey: mustBeFalse(createCode),
  enforce_runtime_overlay: flag(),
} as const

/** What revoke and rotate answer alike. */
export const lifecycleResponse = {
  human_presence_receipt: is.anyRef,
  enforced_in_runtime_overlay: is.boolean,
  ...rawPasskeyFlags,
  ...noAuthorityCreated,
  ...is.written,
} as const
