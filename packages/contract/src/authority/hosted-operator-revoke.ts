import { fixture, hash, ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const hostedOperatorRevoke = operation({
  name: 'authority.hostedOperator.revoke',
  summary: 'Ends a hosted-operator grant, for ever.',
  method: 'POST',
  path: '/v1/authority/hosted-operator/revoke',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  request: { tenant, hosted_operator_grant: ref(), reason_hash: hash(), fixture: fixture() },
  response: {
    hosted_operator_grant: is.anyRef,
    revocation_record: is.anyRef,
    status: is.literal('revoked'),
    expires_at: is.timestamp,
    root_signing: is.oneOf('fixture_root', 'no_root_key'),
    stable_code: is.optional(is.literal('hosted_operator_grant_already_revoked')),
    ...is.written,
  },
  refusals: ['koerper_fixture_only', 'hosted_operator_grant_unknown'],
  example: {
    tenant: 'tenant_node:acme',
    hosted_operator_grant: 'hosted_operator_grant:01jd',
    reason_hash: 'sha256:change-done',
    fixture: true,
  },
})
