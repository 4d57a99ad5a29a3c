import { Type } from 'typebox'
import { operation } from '../operation.ts'
import { queryTenant } from '../query.ts'
import * as is from '../response.ts'

export const m7State = operation({
  name: 'm7.state',
  summary: "Counts the tenant's durable objects.",
  method: 'GET',
  path: '/v1/m7/state',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  request: { tenant: queryTenant },
  response: {
    remoteDurable: is.boolean,
    rawDbExposed: is.no,
    productionAdmission: is.no,
    counts: Type.Record(Type.String(), is.count),
    asOfSequence: is.nullable(is.count),
  },
  refusals: [],
  example: {},
})
