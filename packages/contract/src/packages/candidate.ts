import { fixture, ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const packageCandidate = operation({
  name: 'authority.package.candidate',
  summary: 'Puts an imported package up for review in an authority epoch.',
  method: 'POST',
  path: '/v1/authority/packages/candidate',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  request: { tenant, package: ref(), authority_epoch: ref(), fixture: fixture() },
  response: {
    package: is.anyRef,
    authority_epoch: is.anyRef,
    status: is.literal('candidate'),
    ...is.written,
  },
  refusals: ['koerper_fixture_only', 'authority_package_unknown', 'authority_package_stale'],
  example: {
    tenant: 'tenant_node:acme',
    package: 'authority_package:01jd',
    authority_epoch: 'authority_epoch:2026',
    fixture: true,
  },
})
