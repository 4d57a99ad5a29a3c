import { approvalCodes } from '../authority/approvals.ts'
import { fixture, integer, optional, ref, tenant, texts } from '../field.ts'
import { limits } from '../limits.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const mandateDelegate = operation({
  name: 'mandate.delegate',
  summary: 'Delegates part of a standing; a mandate never holds more than its source.',
  method: 'POST',
  path: '/v1/mandates/delegate',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  projectable: true,
  request: {
    tenant,
    principal: ref(),
    delegate: ref(),
    source_standing: ref(),
    act_scope: texts(),
    readable_lens: texts(),
    human_presence_receipt: ref(undefined, { code: 'mandate_human_presence_required' }),
    expires_in_seconds: optional(integer(1, limits.mandateSecondsMax)),
    fixture: fixture(),
  },
  response: {
    mandate: is.anyRef,
    status: is.literal('active'),
    expires_at: is.nullable(is.timestamp),
    human_presence_satisfied_sensitive_approval: is.yes,
    standing_created: is.no,
    ...is.written,
  },
  refusals: [
    'koerper_fixture_only',
    'mandate_human_presence_required',
    'mandate_human_presence_unknown',
    'human_presence_receipt_expired',
    'human_presence_subject_mismatch',
    ...approvalCodes,
    'mandate_self_delegation_refused',
    'mandate_source_standing_unknown',
    'mandate_source_standing_revoked',
    'mandate_principal_mismatch',
    'mandate_act_scope_exceeds_powers',
  ],
  example: {
    tenant: 'tenant_node:acme',
    principal: 'human_person:ada',
    delegate: 'human_person:bob',
    source_standing: 'standing_grant:01jd',
    act_scope: ['invoice.approve'],
    readable_lens: ['invoices'],
    human_presence_receipt: 'human_presence_receipt:01jd',
    fixture: true,
  },
})
