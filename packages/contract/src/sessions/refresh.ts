import { ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { issuedRequest, issuedResponse } from './issued.ts'

export const sessionRefresh = operation({
  name: 'auth.sessionRefresh',
  summary:
    'Issues a further session from the one that calls, never with wider scopes; the old one stays valid.',
  method: 'POST',
  path: '/v1/auth/sessions/refresh',
  access: 'session',
  state: 'staging-durable',
  outcome: 'admitted',
  scopeFree: true,
  once: ['bearer_token'],
  request: {
    tenant,
    human_presence_receipt: ref(),
    ...issuedRequest,
  },
  response: {
    ...issuedResponse,
    previous_session: is.anyRef,
    previous_token_commitment: is.string,
    scope_expansion_allowed: is.no,
    previous_session_remains_valid: is.yes,
  },
  refusals: [
    'auth_session_fixture_prefix_required',
    'auth_session_expiry_out_of_range',
    'auth_session_unknown',
    'auth_session_holder_mismatch',
    'human_presence_receipt_unknown',
    'human_presence_receipt_expired',
    'human_presence_subject_mismatch',
    'auth_session_refresh_scope_expansion_refused',
    'auth_session_already_exists',
  ],
  example: {
    human_presence_receipt: 'human_presence_receipt:01jd',
    holder_key: 'key_registry:ada',
    device_binding: 'device_binding:laptop',
    session: 'auth_session:fixture_ada_2',
    scopes: ['tenant'],
    expires_in_seconds: 3600,
    fixture: true,
    production_session: false,
  },
})
