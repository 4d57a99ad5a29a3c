import { noAuthorityCreated } from '../boundaries.ts'
import {
  containsBiometricMaterial,
  containsCustomerData,
  fixture,
  production,
  raw,
  ref,
  tenant,
} from '../field.ts'
import * as is from '../response.ts'

/** What policy and execution ask alike. */
export const recoveryRequest = {
  tenant,
  actor: ref(),
  vessel: ref(),
  standing: ref(),
  human_presence_receipt: ref(),
  fixture: fixture(),
  production_login: production(),
  contains_customer_data: containsCustomerData(),
  contains_biometric_material: containsBiometricMaterial(),
  raw_recovery_secret: raw('auth_recovery_raw_material_refused'),
  raw_recovery_contact: raw('auth_recovery_raw_material_refused'),
} as const

/** What policy and execution answer alike. */
export const recoveryResponse = {
  raw_recovery_secret_stored: is.no,
  raw_recovery_contact_stored: is.no,
  raw_biometric_material_stored: is.no,
  ...noAuthorityCreated,
  signer: is.signer,
  durable_commit: is.durableCommit,
  durable_state: is.durableState,
  production_login: is.no,
  production_admission: is.no,
} as const
