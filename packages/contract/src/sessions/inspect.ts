import { optional, ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const sessionInspect = operation({
  name: 'auth.sessionInspect',
  summary: 'Shows the session that calls; never its token.',
  method: 'POST',
  path: '/v1/auth/sessions/inspect',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  scopeFree: true,
  request: { tenant, session: optional(ref()) },
  response: {
    session: is.anyRef,
    session_lifecycle: is.anyRef,
    tenant: is.anyRef,
    actor: is.anyRef,
    vessel: is.anyRef,
    standing: is.anyRef,
    scopes: is.strings,
    holder_key: is.anyRef,
    device_binding: is.anyRef,
    issued_at: is.timestamp,
    expires_at: is.timestamp,
    token_commitment: is.string,
    fixture_session: is.yes,
    production_session: is.no,
    revoked: is.boolean,
    stale_key: is.boolean,
    raw_session_token_exposed: is.no,
    raw_session_token_stored_durably: is.no,
    database_locator_exposed: is.no,
    production_admission: is.no,
  },
  refusals: ['auth_session_inspect_session_mismatch', 'auth_session_unknown'],
  example: {},
})
