import { exampleKey } from '../example-values.ts'
import { fixture, hash, judged, mustBeFalse, optional, raw, ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { judgedKeyRequest, verificationMaterial } from './trust.ts'

export const reviewerOnboard = operation({
  name: 'authority.package.reviewer.onboard',
  summary: 'Onboards a reviewer of authority packages, who reviews under a standing and free of conflicts.',
  method: 'POST',
  path: '/v1/authority/packages/reviewers/onboard',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  rawCode: 'authority_package_reviewer_trust_missing',
  request: {
    tenant,
    reviewer_ref: ref(),
    trust_ref: optional(ref()),
    standing_ref: ref(undefined, { code: 'authority_package_reviewer_standing_missing' }),
    conflict_policy_hash: optional(hash()),
    ...judgedKeyRequest,
    fixture: judged(fixture('authority_package_reviewer_trust_missing')),
    reviewer_conflict: judged(mustBeFalse('authority_package_reviewer_conflict')),
    raw_reviewer_notes: judged(raw('authority_package_reviewer_trust_missing')),
  },
  response: {
    reviewer_trust: is.anyRef,
    reviewer: is.anyRef,
    standing: is.anyRef,
    conflict_policy_hash: is.nullable(is.string),
    public_verification_material: verificationMaterial,
    reviewer_conflict: is.no,
    raw_reviewer_notes_stored: is.no,
    ...is.written,
  },
  refusals: [
    'authority_package_reviewer_standing_missing',
    'authority_package_reviewer_conflict',
    'authority_package_reviewer_trust_missing',
    'authority_package_trust_public_key_invalid',
  ],
  example: {
    tenant: 'tenant_node:acme',
    reviewer_ref: 'professional_reviewer:rosa',
    trust_ref: 'authority_reviewer_trust:rosa',
    standing_ref: 'standing:rosa',
    conflict_policy_hash: 'sha256:conflict-policy',
    public_key_algorithm: 'ES256',
    public_key_uncompressed_hex: exampleKey,
    fixture: true,
  },
})
