import { fixtureUnlessFalse, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const sessionRevokeOthers = operation({
  name: 'auth.sessionRevokeOthers',
  summary: 'Revokes, with the overlay, every other session of the person who calls.',
  method: 'POST',
  path: '/v1/auth/sessions/revoke-others',
  access: 'session',
  state: 'staging-durable',
  outcome: 'admitted',
  scopeFree: true,
  request: { tenant, fixture: fixtureUnlessFalse() },
  response: {
    session: is.anyRef,
    revoked_sessions: is.anyRefs,
    revoked_session_count: is.count,
    enforced_in_runtime_overlay: is.yes,
    raw_session_token_exposed: is.no,
    stable_code: is.optional(is.string),
    signer: is.signer,
    durable_commit: is.durableCommit,
    ...is.written,
  },
  refusals: [],
  example: {},
})
