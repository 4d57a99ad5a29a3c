import { approvalCodes, wantedPresence } from '../authority/approvals.ts'
import { fixture, ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const packageActivate = operation({
  name: 'authority.package.activate',
  summary: 'Activates a reviewed package with human presence; the active version of its name is superseded.',
  method: 'POST',
  path: '/v1/authority/packages/activate',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  request: { tenant, package: ref(), human_presence_receipt: wantedPresence, fixture: fixture() },
  response: {
    package: is.anyRef,
    name: is.string,
    version: is.string,
    status: is.literal('active'),
    activated_at: is.timestamp,
    superseded: is.nullable(is.anyRef),
    human_presence_satisfied_sensitive_approval: is.yes,
    standing_created: is.no,
    ...is.written,
  },
  refusals: [
    'koerper_fixture_only',
    'human_presence_required',
    'human_presence_receipt_unknown',
    'human_presence_receipt_expired',
    'human_presence_subject_mismatch',
    ...approvalCodes,
    'authority_package_unknown',
    'authority_package_stale',
    'authority_package_review_missing',
  ],
  example: {
    tenant: 'tenant_node:acme',
    package: 'authority_package:01jd',
    human_presence_receipt: 'human_presence_receipt:01jd',
    fixture: true,
  },
})
