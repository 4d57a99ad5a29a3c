import { judged, mustBeFalse, optional, refs, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { reality } from './field.ts'

export const realityDiscard = operation({
  name: 'reality.discard',
  summary: 'Ends a projection without promoting it; its body and the explanation are kept.',
  method: 'POST',
  path: '/v1/reality/discard',
  access: 'tenant',
  state: 'fixture-rehearsed',
  outcome: 'admitted',
  request: {
    tenant,
    reality,
    explanation: optional(text()),
    evidence: optional(refs()),
    delete_projection_body: judged(mustBeFalse('reality_discard_attempts_delete')),
  },
  response: {
    projection: is.anyRef,
    contextTransition: is.optional(is.anyRef),
    status: is.literal('discarded'),
    explanation: is.nullable(is.string),
    explanation_preserved: is.yes,
    projection_body_deleted: is.no,
    stable_code: is.optional(is.literal('reality_already_discarded')),
    ...is.written,
  },
  refusals: [
    'reality_unspecified',
    'reality_discard_attempts_delete',
    'reality_unknown',
    'reality_not_projected',
  ],
  example: {
    tenant: 'tenant_node:acme',
    reality: 'reality:01jd',
    explanation: 'the customer paid after all',
  },
})
