import { fixture, hash, ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const packageRevoke = operation({
  name: 'authority.package.revoke',
  summary: 'Revokes a package, for ever, wherever it stands.',
  method: 'POST',
  path: '/v1/authority/packages/revoke',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  request: { tenant, package: ref(), reason_hash: hash(), fixture: fixture() },
  response: {
    package: is.anyRef,
    revocation_record: is.anyRef,
    status: is.literal('revoked'),
    stable_code: is.optional(is.literal('authority_package_already_revoked')),
    ...is.written,
  },
  refusals: ['koerper_fixture_only', 'authority_package_unknown'],
  example: {
    tenant: 'tenant_node:acme',
    package: 'authority_package:01jd',
    reason_hash: 'sha256:withdrawn',
    fixture: true,
  },
})
