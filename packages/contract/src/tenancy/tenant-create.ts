import { containsCustomerData, fixtureUnlessFalse, optional, raw, ref, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const tenantCreate = operation({
  name: 'tenant.create',
  summary: 'Records a minimised tenant onboarding candidate.',
  method: 'POST',
  path: '/v1/tenants/create',
  access: 'ceremony',
  state: 'staging-durable',
  outcome: 'admitted',
  rawCode: 'tenant_onboarding_raw_payload_refused',
  request: {
    tenant: optional(ref('tenant_node', { code: 'tenant_onboarding_invalid_tenant_ref' })),
    requested_tenant: optional(ref('tenant_node', { code: 'tenant_onboarding_invalid_tenant_ref' })),
    host: optional(text()),
    company: optional(ref()),
    parent: optional(ref()),
    authority_epoch: optional(ref()),
    home_reality: optional(ref()),
    signing_key: optional(ref()),
    encryption_key: optional(ref()),
    auth_policy: optional(text()),
    key_custody_attestation: optional(ref()),
    fixture: fixtureUnlessFalse(),
    contains_customer_data: containsCustomerData(),
    raw_customer_payload: raw('tenant_onboarding_raw_payload_refused'),
  },
  response: {
    tenant: is.anyRef,
    host: is.nullable(is.string),
    company: is.nullable(is.anyRef),
    status: is.literal('candidate'),
    tenant_key_custody: is.oneOf('referenced_not_provisioned', 'not_provisioned'),
    tenant_key_custody_bound: is.boolean,
    enrolment_token: is.optional(is.nullable(is.string)),
    raw_customer_data_stored: is.no,
    ...is.written,
  },
  refusals: [
    'tenant_onboarding_raw_payload_refused',
    'tenant_onboarding_invalid_tenant_ref',
    'tenant_onboarding_existing_tenant_refused',
    'tenant_onboarding_host_conflict',
  ],
  example: {
    requested_tenant: 'tenant_node:acme',
    host: 'acme.example',
    company: 'company_geist:acme',
    auth_policy: 'fixture_session_only',
    fixture: true,
  },
})
