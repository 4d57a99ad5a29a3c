import { operation } from '../operation.ts'
import { queryTenant } from '../query.ts'
import * as is from '../response.ts'

export const logPolicy = operation({
  name: 'log.policy',
  summary: "Lists the keys that sign for the tenant's log, by epoch; pin them to verify offline.",
  method: 'GET',
  path: '/v1/log/policy',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  request: { tenant: queryTenant },
  response: {
    origin: is.string,
    keys: is.list(
      is.record({ verifier_key: is.string, epoch: is.count, origin: is.string, active: is.boolean }),
    ),
    production_admission: is.no,
  },
  refusals: [],
  example: {},
})
