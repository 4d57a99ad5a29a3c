import { flag, optional, ref, refs, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const effectIntent = operation({
  name: 'effect.intent',
  summary: 'Queues an act outside the membrane; nothing is done until it is dispatched.',
  method: 'POST',
  path: '/v1/effects/intent',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'queued',
  request: {
    tenant,
    subject: optional(ref()),
    effect_kind: optional(text()),
    adapter: optional(text()),
    mode: optional(text()),
    idempotency_key: text({ kept: 'digest' }),
    evidence: optional(refs()),
    human_presence_receipt: optional(ref(undefined, { malformed: 'effect_human_presence_required' })),
    dry_run: flag(),
  },
  response: {
    effectIntent: is.anyRef,
    effectOutbox: is.anyRef,
    sensitive: is.boolean,
    dryRun: is.boolean,
    effectExecutionClaimed: is.no,
    rawAdapterPayloadExposed: is.no,
    durableState: is.durableState,
    productionAdmission: is.no,
  },
  refusals: [
    'effect_human_presence_required',
    'effect_human_presence_unknown',
    'effect_idempotency_key_collision',
    'effect_adapter_unknown',
    'human_presence_receipt_expired',
    'human_presence_subject_mismatch',
    'human_presence_receipt_consumed',
  ],
  example: {
    tenant: 'tenant_node:acme',
    subject: 'human_person:ada',
    effect_kind: 'mail.send',
    adapter: 'fixture',
    mode: 'fixture',
    idempotency_key: 'reminder-2026-06',
    evidence: ['evidence_bundle:reminder'],
    dry_run: false,
  },
})
