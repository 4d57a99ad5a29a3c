import { optional, refs, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { reality } from './field.ts'

export const realityDiff = operation({
  name: 'reality.diff',
  summary: 'Compares a projection with the record of today, and rehearses its promotion.',
  method: 'POST',
  path: '/v1/reality/diff',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'verified',
  readOnly: true,
  request: {
    tenant,
    reality,
    evidence: optional(refs()),
  },
  response: {
    projection: is.anyRef,
    record_leak: is.no,
    base_sequence: is.count,
    record_sequence: is.count,
    operations: is.count,
    added: is.anyRefs,
    changed: is.anyRefs,
    conflicts: is.list(is.record({ ref: is.anyRef, reason: is.string })),
    mergeable: is.boolean,
    production_admission: is.no,
  },
  refusals: ['reality_unspecified', 'reality_unknown', 'reality_not_projected'],
  example: { tenant: 'tenant_node:acme', reality: 'reality:01jd' },
})
