import { optional, tenant, text } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const realityFork = operation({
  name: 'reality.fork',
  summary: 'Opens a projection over the record as it stands; it costs the same however large the record is.',
  method: 'POST',
  path: '/v1/reality/fork',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'projected',
  request: { tenant, purpose: optional(text()) },
  response: {
    projection: is.anyRef,
    contextTransition: is.anyRef,
    baseSequence: is.count,
    status: is.literal('projected'),
    productionAdmission: is.no,
    durableState: is.durableState,
  },
  refusals: [],
  example: { tenant: 'tenant_node:acme', purpose: 'what if the invoice is paid in June' },
})
