import { fixture, ref, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const standingRevoke = operation({
  name: 'standing.revoke',
  summary: 'Revokes a standing, for ever, and says what rested on it.',
  method: 'POST',
  path: '/v1/standing/revoke',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  projectable: true,
  request: { tenant, standing: ref(), reason: text({ kept: 'digest' }), fixture: fixture() },
  response: {
    standing: is.anyRef,
    revocation_record: is.anyRef,
    status: is.literal('revoked'),
    affected_mandates: is.anyRefs,
    affected_mandate_count: is.count,
    affected_sessions: is.anyRefs,
    affected_session_count: is.count,
    stable_code: is.optional(is.literal('standing_already_revoked')),
    ...is.written,
  },
  refusals: ['koerper_fixture_only', 'standing_unknown'],
  example: {
    tenant: 'tenant_node:acme',
    standing: 'standing_grant:01jd',
    reason: 'left the company',
    fixture: true,
  },
})
