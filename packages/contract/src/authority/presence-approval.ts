import { exampleHash } from '../example-values.ts'
import { fixture, hash, mustBeFalse, ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { approvableOperation, approvableOperations } from './approvals.ts'

export const presenceApproval = operation({
  name: 'authority.presenceApproval',
  summary:
    "Turns human presence into an approval of one request, which may stand in the receipt's place once. " +
    'intent_hash is SHA-256 over the canonical JSON (RFC 8785) of that request without human_presence_receipt.',
  method: 'POST',
  path: '/v1/authority/presence/approve',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  request: {
    tenant,
    actor: ref(),
    human_presence_receipt: ref(undefined, { absent: 'human_presence_required' }),
    for_operation: approvableOperation,
    intent_hash: hash(),
    create_standing_from_presence: mustBeFalse('m13_human_presence_cannot_create_standing'),
    fixture: fixture(),
  },
  response: {
    presence_approval: is.anyRef,
    for_operation: is.oneOf(...approvableOperations),
    intent_hash: is.string,
    expires_at: is.timestamp,
    standing_created: is.no,
    ...is.written,
  },
  refusals: [
    'koerper_fixture_only',
    'm13_human_presence_cannot_create_standing',
    'human_presence_required',
    'human_presence_receipt_unknown',
    'human_presence_receipt_expired',
    'human_presence_subject_mismatch',
    'human_presence_receipt_consumed',
  ],
  example: {
    tenant: 'tenant_node:acme',
    actor: 'human_person:ada',
    human_presence_receipt: 'human_presence_receipt:01jd',
    for_operation: 'authority.package.activate',
    intent_hash: exampleHash,
    fixture: true,
  },
})
