import { cited, fixture, optional, ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const standingEvaluate = operation({
  name: 'standing.evaluate',
  summary: 'Evaluates a claim; without evidence the answer is pending, not a refusal.',
  method: 'POST',
  path: '/v1/standing/evaluate',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'verified',
  projectable: true,
  request: {
    tenant,
    standing_claim: ref(),
    evidence: cited(),
    human_presence_receipt: optional(ref()),
    fixture: fixture(),
  },
  response: {
    standing_evaluation: is.anyRef,
    standing_claim: is.anyRef,
    decision: is.oneOf('grantable_fixture', 'evidence_missing'),
    grantable: is.boolean,
    ...is.written,
  },
  refusals: [
    'koerper_fixture_only',
    'standing_claim_unknown',
    'human_presence_receipt_unknown',
    'human_presence_receipt_expired',
    'human_presence_subject_mismatch',
  ],
  example: {
    tenant: 'tenant_node:acme',
    standing_claim: 'standing_claim:01jd',
    evidence: ['evidence_bundle:register_extract'],
    fixture: true,
  },
})
