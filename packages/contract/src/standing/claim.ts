import { cited, fixture, mustBeFalse, optional, ref, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const standingClaim = operation({
  name: 'standing.claim',
  summary: 'Claims an office in a company; a claim is not yet standing.',
  method: 'POST',
  path: '/v1/standing/claim',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  projectable: true,
  request: {
    tenant,
    actor: ref(),
    company: ref(),
    office: text(),
    evidence: cited(),
    human_presence_receipt: optional(ref()),
    create_standing_from_presence: mustBeFalse('standing_presence_cannot_create_authority'),
    fixture: fixture(),
  },
  response: {
    standing_claim: is.anyRef,
    status: is.literal('claimed'),
    standing_created: is.no,
    human_presence_creates_standing: is.no,
    ...is.written,
  },
  refusals: [
    'koerper_fixture_only',
    'standing_presence_cannot_create_authority',
    'human_presence_receipt_unknown',
    'human_presence_receipt_expired',
    'human_presence_subject_mismatch',
  ],
  example: {
    tenant: 'tenant_node:acme',
    actor: 'human_person:ada',
    company: 'company_geist:acme',
    office: 'managing_director',
    evidence: ['evidence_bundle:register_extract'],
    fixture: true,
  },
})
