import { operation } from '../operation.ts'
import { queryTenant } from '../query.ts'
import * as is from '../response.ts'

export const sessionList = operation({
  name: 'auth.sessionList',
  summary: 'Lists the sessions of the person who calls, newest first.',
  method: 'GET',
  path: '/v1/auth/sessions',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  scopeFree: true,
  request: { tenant: queryTenant },
  response: {
    sessions: is.list(
      is.record({
        session: is.anyRef,
        session_lifecycle: is.anyRef,
        standing: is.anyRef,
        scopes: is.strings,
        holder_key: is.anyRef,
        device_binding: is.anyRef,
        issued_at: is.timestamp,
        expires_at: is.timestamp,
        expired: is.boolean,
        revoked: is.boolean,
        enforced_in_runtime_overlay: is.boolean,
        current: is.boolean,
      }),
    ),
    session_count: is.count,
    raw_session_token_exposed: is.no,
    production_admission: is.no,
  },
  refusals: [],
  example: {},
})
