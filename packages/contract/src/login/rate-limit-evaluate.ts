import { rawStorageFlags } from '../boundaries.ts'
import { containsCustomerData, fixture, flag, production, ref, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { ratePolicyExample, ratePolicyRequest } from './rate-policy.ts'

export const rateLimitEvaluate = operation({
  name: 'auth.rateLimitEvaluate',
  aliases: ['auth.rateLimit'],
  summary:
    'Evaluates a rate policy for a subject on a route; a decision that is not allow is refused, on record.',
  method: 'POST',
  path: '/v1/auth/rate-limit/evaluate',
  access: 'ceremony',
  state: 'staging-durable',
  outcome: 'verified',
  request: {
    tenant,
    subject: ref(),
    route: text(),
    action: text(),
    ...ratePolicyRequest,
    enforce_runtime_overlay: flag(),
    fixture: fixture(),
    production_login: production(),
    contains_customer_data: containsCustomerData(),
  },
  response: {
    auth_rate_limit_evaluation: is.anyRef,
    policy: is.anyRef,
    subject: is.anyRef,
    route: is.string,
    action: is.string,
    decision: is.oneOf('allow', 'throttle', 'lockout'),
    allowed: is.boolean,
    failed_gate: is.nullable(is.string),
    retry_after_seconds: is.count,
    source_ip_hash: is.string,
    device_binding: is.anyRef,
    ...rawStorageFlags,
    enforced_in_runtime_overlay: is.boolean,
    production_login: is.no,
    ...is.written,
  },
  refusals: ['auth_rate_limit_policy_malformed', 'auth_rate_limit_throttled', 'auth_rate_limit_locked'],
  example: {
    tenant: 'tenant_node:acme',
    subject: 'human_person:ada',
    route: '/v1/auth/login/start',
    action: 'login',
    ...ratePolicyExample,
    fixture: true,
    production_login: false,
  },
})
