import { fixture, optional, ref, tenant, text, texts } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const standingGrant = operation({
  name: 'standing.grant',
  summary: 'Grants standing on a grantable evaluation of the claim.',
  method: 'POST',
  path: '/v1/standing/grant',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  projectable: true,
  request: {
    tenant,
    standing_claim: ref(),
    actor: ref(),
    company: ref(),
    standing_evaluation: ref(undefined, { code: 'standing_evaluation_required' }),
    office: text(),
    powers: texts(),
    human_presence_receipt: optional(ref()),
    fixture: fixture(),
  },
  response: {
    standing: is.anyRef,
    status: is.literal('active'),
    standing_created_by_human_presence: is.no,
    ...is.written,
  },
  refusals: [
    'koerper_fixture_only',
    'standing_evaluation_required',
    'standing_claim_unknown',
    'standing_evaluation_unknown',
    'standing_evaluation_claim_mismatch',
    'standing_evaluation_not_grantable',
    'standing_evaluation_consumed',
    'standing_grant_claim_mismatch',
    'human_presence_receipt_unknown',
    'human_presence_receipt_expired',
    'human_presence_subject_mismatch',
  ],
  example: {
    tenant: 'tenant_node:acme',
    standing_claim: 'standing_claim:01jd',
    standing_evaluation: 'standing_evaluation:01jd',
    actor: 'human_person:ada',
    company: 'company_geist:acme',
    office: 'managing_director',
    powers: ['invoice.approve', 'payment.release'],
    fixture: true,
  },
})
