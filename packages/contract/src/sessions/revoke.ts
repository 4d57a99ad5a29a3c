import { flag, ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const sessionRevoke = operation({
  name: 'authority.sessionRevoke',
  summary: 'Revokes a session; with the overlay its bearer is refused from the next call on.',
  method: 'POST',
  path: '/v1/authority/sessions/revoke',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  scopeFree: true,
  request: { tenant, session: ref(), enforce_runtime_overlay: flag() },
  response: {
    session_lifecycle: is.anyRef,
    session: is.anyRef,
    revoked: is.yes,
    enforced_in_runtime_overlay: is.boolean,
    raw_session_token_exposed: is.no,
    stable_code: is.optional(is.string),
    signer: is.signer,
    durable_commit: is.durableCommit,
    ...is.written,
  },
  refusals: ['scope_mismatch', 'auth_session_unknown', 'auth_session_built_in_protected'],
  example: {
    tenant: 'tenant_node:acme',
    session: 'auth_session:fixture_ada',
    enforce_runtime_overlay: true,
  },
})
