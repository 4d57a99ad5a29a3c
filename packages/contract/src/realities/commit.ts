import { judged, mustBeFalse, object, optional, refs, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import type { RefusalCode } from '../refusals.ts'
import * as is from '../response.ts'
import { reality } from './field.ts'

export const realityCommit = operation({
  name: 'reality.commit',
  summary: 'Runs an operation inside a projection, or adds bare evidence; the record sees nothing of it.',
  method: 'POST',
  path: '/v1/reality/commit',
  access: 'tenant',
  state: 'fixture-rehearsed',
  outcome: 'admitted',
  passesThrough: ['projectable'],
  request: {
    tenant,
    reality,
    evidence: optional(refs()),
    leak_to_record: judged(mustBeFalse('reality_record_cites_projected')),
    operation: optional(text()),
    input: optional(object()),
  },
  response: {
    atom: is.nullable(is.anyRef),
    reality: is.anyRef,
    operation: is.nullable(is.string),
    atoms: is.list(is.record({ kind: is.string, ref: is.anyRef, version: is.count })),
    result: is.open,
    record_leak: is.no,
    ...is.written,
  },
  refusals: [
    'reality_unspecified',
    'reality_record_cites_projected',
    'reality_unknown',
    'reality_not_projected',
    'reality_operation_not_projectable',
    'required_evidence_missing',
    'reality_projected_cites_other_projection',
  ] as readonly RefusalCode[],
  example: {
    tenant: 'tenant_node:acme',
    reality: 'reality:01jd',
    operation: 'economy.invoice',
    input: { amount_cents: 119_000, currency: 'EUR', evidence: ['evidence_bundle:invoice_payload'] },
  },
})
