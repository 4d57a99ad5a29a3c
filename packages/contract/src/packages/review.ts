import { exampleHash, exampleSignature } from '../example-values.ts'
import { fixture, judged, oneOf, ref, sha256, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const packageReview = operation({
  name: 'authority.package.review',
  summary:
    "Records a reviewer's decision on a candidate; signature_hex is ES256 (ECDSA on P-256 with SHA-256, " +
    'raw r and s) by the reviewer over the 32 bytes that review_hash names.',
  method: 'POST',
  path: '/v1/authority/packages/review',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  request: {
    tenant,
    package: ref(),
    reviewer_trust: ref(),
    decision: oneOf(['approve', 'reject']),
    review_hash: sha256(),
    signature_hex: judged(text({ code: 'authority_package_signature_invalid' })),
    fixture: fixture(),
  },
  response: {
    package_review: is.anyRef,
    package: is.anyRef,
    reviewer_trust: is.anyRef,
    reviewer: is.anyRef,
    decision: is.oneOf('approve', 'reject'),
    review_hash: is.string,
    status: is.literal('reviewed'),
    raw_reviewer_notes_stored: is.no,
    ...is.written,
  },
  refusals: [
    'koerper_fixture_only',
    'authority_package_unknown',
    'authority_package_reviewer_unknown',
    'authority_package_reviewer_standing_missing',
    'authority_package_signature_invalid',
    'authority_package_self_review',
    'authority_package_stale',
    'authority_package_review_replayed',
  ],
  example: {
    tenant: 'tenant_node:acme',
    package: 'authority_package:01jd',
    reviewer_trust: 'authority_reviewer_trust:rosa',
    decision: 'approve',
    review_hash: exampleHash,
    signature_hex: exampleSignature,
    fixture: true,
  },
})
