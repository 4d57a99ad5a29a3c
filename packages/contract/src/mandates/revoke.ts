import { fixture, ref, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const mandateRevoke = operation({
  name: 'mandate.revoke',
  summary: 'Revokes a mandate, for ever, and with it every mandate below it.',
  method: 'POST',
  path: '/v1/mandates/revoke',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  projectable: true,
  request: { tenant, mandate: ref(), reason: text({ kept: 'digest' }), fixture: fixture() },
  response: {
    mandate: is.anyRef,
    revocation_record: is.anyRef,
    status: is.literal('revoked'),
    affected_mandates: is.anyRefs,
    affected_mandate_count: is.count,
    stable_code: is.optional(is.literal('mandate_already_revoked')),
    ...is.written,
  },
  refusals: ['koerper_fixture_only', 'mandate_unknown'],
  example: { tenant: 'tenant_node:acme', mandate: 'mandate:01jd', reason: 'project ended', fixture: true },
})
