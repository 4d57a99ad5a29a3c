import { ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import { issuedRequest, issuedResponse } from './issued.ts'

export const sessionIssue = operation({
  name: 'auth.sessionIssue',
  summary: 'Issues a fixture session to a person who was present.',
  method: 'POST',
  path: '/v1/auth/sessions/issue',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  once: ['bearer_token'],
  request: {
    tenant,
    actor: ref(),
    vessel: ref(),
    standing: ref(),
    human_presence_receipt: ref(),
    ...issuedRequest,
  },
  response: issuedResponse,
  refusals: [
    'auth_session_fixture_prefix_required',
    'auth_session_expiry_out_of_range',
    'human_presence_receipt_unknown',
    'human_presence_receipt_expired',
    'human_presence_subject_mismatch',
    'human_presence_webauthn_required',
    'human_auth_passkey_revoked',
    'auth_session_scope_exceeded',
    'auth_session_already_exists',
  ],
  example: {
    tenant: 'tenant_node:acme',
    actor: 'human_person:ada',
    vessel: 'vessel:laptop',
    standing: 'standing:managing_director',
    human_presence_receipt: 'human_presence_receipt:01jd',
    holder_key: 'key_registry:ada',
    device_binding: 'device_binding:laptop',
    session: 'auth_session:fixture_ada',
    scopes: ['tenant'],
    expires_in_seconds: 3600,
    fixture: true,
    production_session: false,
  },
})
