import { optional, refs, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import type { RefusalCode } from '../refusals.ts'
import * as is from '../response.ts'
import { reality } from './field.ts'

const atom = is.record({ kind: is.string, ref: is.anyRef, version: is.count })

export const realityPromote = operation({
  name: 'reality.promote',
  summary: "Admits every operation of a projection anew on today's record, in order, all of it or nothing.",
  method: 'POST',
  path: '/v1/reality/promote',
  access: 'tenant',
  state: 'fixture-rehearsed',
  outcome: 'admitted',
  passesThrough: ['projectable', 'reality.commit'],
  request: {
    tenant,
    reality,
    evidence: optional(refs()),
  },
  response: {
    projection: is.anyRef,
    promotion_atom: is.anyRef,
    contextTransition: is.anyRef,
    status: is.literal('promoted'),
    promoted: is.list(is.record({ projected: atom, promoted: atom })),
    steps: is.steps,
    ...is.written,
  },
  refusals: [
    'reality_unspecified',
    'reality_promotion_authority_missing',
    'reality_unknown',
    'reality_not_projected',
    'reality_promotion_atom_missing',
    'reality_promotion_too_large',
  ] as readonly RefusalCode[],
  example: {
    tenant: 'tenant_node:acme',
    reality: 'reality:01jd',
    evidence: ['evidence_bundle:promotion_approval'],
  },
})
