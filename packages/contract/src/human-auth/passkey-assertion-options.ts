import {
  containsBiometricMaterial,
  containsCustomerData,
  oneOf,
  optional,
  ref,
  tenant,
  text,
  texts,
} from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { assertionBoundaries, issuedChallenge, shownPasskey } from './options.ts'

export const passkeyAssertionOptions = operation({
  name: 'humanAuth.passkeyAssertionOptions',
  summary: 'Issues the challenge and the request options of a passkey assertion.',
  method: 'POST',
  path: '/v1/human-auth/passkey/assertion/options',
  access: 'ceremony',
  state: 'staging-durable',
  outcome: 'verified',
  request: {
    tenant,
    subject: ref(),
    relying_party_id: text(),
    origin: text(),
    passkey_binding: optional(ref()),
    scopes: texts(),
    user_verification: oneOf(['discouraged', 'preferred', 'required']),
    contains_biometric_material: containsBiometricMaterial(),
    contains_customer_data: containsCustomerData(),
  },
  response: {
    challenge: issuedChallenge,
    public_key_credential_request_options: is.record({
      challenge: is.string,
      rp_id: is.string,
      user_verification: is.string,
      timeout_ms: is.count,
      allow_credentials: is.literal('omitted_discoverable_credentials_only'),
      allow_credential_id_hashes: is.strings,
      raw_credential_ids_exposed: is.no,
    }),
    passkey_binding: shownPasskey,
    durable_record: is.durableRecord,
    ...assertionBoundaries,
    production_admission: is.no,
  },
  refusals: ['human_auth_origin_refused'],
  example: {
    tenant: 'tenant_node:acme',
    subject: 'human_person:ada',
    relying_party_id: 'acme.example',
    origin: 'https://acme.example',
    scopes: ['passkey_lifecycle'],
    user_verification: 'required',
  },
})
