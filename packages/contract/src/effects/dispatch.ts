import { flag, optional, ref, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const effectDispatch = operation({
  name: 'effect.dispatch',
  summary: 'Attempts a queued effect; once it is executed, every further dispatch answers the first result.',
  method: 'POST',
  path: '/v1/effects/dispatch',
  access: 'tenant',
  state: 'fixture-rehearsed',
  outcome: 'executed',
  request: {
    tenant,
    effect_intent: optional(ref(undefined, { malformed: 'effect_intent_unknown' })),
    idempotency_key: optional(text({ kept: 'digest', malformed: 'effect_intent_unknown' })),
    fail_fixture: flag(),
  },
  response: {
    effectAttempt: is.anyRef,
    effectReceipt: is.nullable(is.anyRef),
    externalActDuplicated: is.no,
    rawAdapterPayloadExposed: is.no,
    durableState: is.durableState,
    productionAdmission: is.no,
  },
  refusals: [
    'effect_intent_unknown',
    'effect_intent_ambiguous',
    'effect_dispatch_in_flight',
    'effect_adapter_unknown',
  ],
  example: { tenant: 'tenant_node:acme', effect_intent: 'effect_intent:01jd' },
})
