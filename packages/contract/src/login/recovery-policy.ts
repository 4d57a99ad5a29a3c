import { hash, hashes, mustBeFalse, ref, texts } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { recoveryRequest, recoveryResponse } from './recovery-fields.ts'

export const recoveryPolicy = operation({
  name: 'auth.recoveryPolicy',
  summary: 'Records how a person may recover, in hashes; good for one recovery.',
  method: 'POST',
  path: '/v1/auth/recovery/policy',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  rawCode: 'auth_recovery_raw_material_refused',
  request: {
    ...recoveryRequest,
    passkey_binding: ref(),
    recovery_policy_ref: ref(),
    recovery_policy_hash: hash(),
    recovery_contact_hashes: hashes(),
    recovery_methods: texts(),
    create_standing_from_recovery: mustBeFalse('auth_recovery_cannot_create_authority'),
  },
  response: {
    auth_recovery_policy: is.anyRef,
    passkey_binding: is.anyRef,
    human_presence_receipt: is.anyRef,
    recovery_policy_hash: is.string,
    recovery_contact_hashes: is.strings,
    recovery_methods: is.strings,
    ...recoveryResponse,
  },
  refusals: [
    'auth_recovery_raw_material_refused',
    'auth_recovery_cannot_create_authority',
    'human_presence_receipt_unknown',
    'human_presence_receipt_expired',
    'human_presence_subject_mismatch',
    'auth_recovery_policy_already_exists',
  ],
  example: {
    tenant: 'tenant_node:acme',
    actor: 'human_person:ada',
    vessel: 'vessel:laptop',
    standing: 'standing:managing_director',
    passkey_binding: 'passkey_binding:01jd',
    human_presence_receipt: 'human_presence_receipt:01jd',
    recovery_policy_ref: 'auth_recovery_policy:ada',
    recovery_policy_hash: 'sha256:policy',
    recovery_contact_hashes: ['sha256:contact'],
    recovery_methods: ['trusted_contact'],
    fixture: true,
    production_login: false,
  },
})
