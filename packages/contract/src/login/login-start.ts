import { rawStorageFlags } from '../boundaries.ts'
import {
  containsBiometricMaterial,
  containsCustomerData,
  fixture,
  optional,
  production,
  ref,
  tenant,
  text,
  texts,
} from '../field.ts'
import { assertionBoundaries, issuedChallenge, shownPasskey } from '../human-auth/options.ts'
import { Challenge } from '../human-auth/records.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { ratePolicyExample, ratePolicyRequest } from './rate-policy.ts'
import { LoginAttempt, RateLimitEvaluation } from './records.ts'

export const loginStart = operation({
  name: 'auth.loginStart',
  summary: 'Evaluates the rate policy and, where it allows, issues the challenge of a login.',
  method: 'POST',
  path: '/v1/auth/login/start',
  access: 'ceremony',
  state: 'staging-durable',
  outcome: 'verified',
  request: {
    tenant,
    subject: ref(),
    passkey_binding: optional(ref()),
    relying_party_id: text(),
    origin: text(),
    scopes: texts(),
    ...ratePolicyRequest,
    fixture: fixture(),
    production_login: production(),
    contains_customer_data: containsCustomerData(),
    contains_biometric_material: containsBiometricMaterial(),
  },
  response: {
    login_attempt: is.anyRef,
    auth_rate_limit_evaluation: is.anyRef,
    rate_limit_decision: is.oneOf('allow', 'throttle', 'lockout'),
    challenge: issuedChallenge,
    public_key_credential_request_options: is.record({
      challenge: is.string,
      rp_id: is.string,
      user_verification: is.string,
      timeout_ms: is.count,
    }),
    passkey_binding: shownPasskey,
    durable_records: is.durableRecords({
      rate_limit: RateLimitEvaluation.kind,
      challenge: Challenge.kind,
      login_attempt: LoginAttempt.kind,
    }),
    ...assertionBoundaries,
    ...rawStorageFlags,
    production_login: is.no,
    production_admission: is.no,
  },
  refusals: [
    'auth_rate_limit_policy_malformed',
    'human_auth_origin_refused',
    'auth_rate_limit_throttled',
    'auth_rate_limit_locked',
  ],
  example: {
    tenant: 'tenant_node:acme',
    subject: 'human_person:ada',
    relying_party_id: 'acme.example',
    origin: 'https://acme.example',
    scopes: ['tenant'],
    ...ratePolicyExample,
    fixture: true,
    production_login: false,
  },
})
