import { ref, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const mandateInspect = operation({
  name: 'mandate.inspect',
  summary: 'Shows a mandate as stored and as effective now, with the chain that it rests on.',
  method: 'POST',
  path: '/v1/mandates/inspect',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  readOnly: true,
  request: { tenant, mandate: ref() },
  response: {
    mandate: is.anyRef,
    principal: is.anyRef,
    delegate: is.anyRef,
    source_standing: is.anyRef,
    act_scope: is.strings,
    readable_lens: is.strings,
    expires_at: is.nullable(is.timestamp),
    status: is.oneOf('active', 'revoked'),
    effective_status: is.oneOf('active', 'revoked', 'expired', 'suspended_by_source'),
    authority_chain: is.list(
      is.record({
        ref: is.anyRef,
        status: is.oneOf('active', 'revoked', 'expired', 'referenced'),
        holder: is.nullable(is.anyRef),
        powers: is.strings,
      }),
    ),
    standing_created: is.no,
    production_admission: is.no,
  },
  refusals: ['mandate_unknown'],
  example: { tenant: 'tenant_node:acme', mandate: 'mandate:01jd' },
})
