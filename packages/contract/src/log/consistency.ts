import { integer, optional } from '../field.ts'
import { operation } from '../operation.ts'
import { queryTenant } from '../query.ts'
import * as is from '../response.ts'

const size = integer(0, Number.MAX_SAFE_INTEGER, { code: 'query_malformed' })

export const logConsistency = operation({
  name: 'log.consistency',
  summary: 'Proves that the log at one size begins with the log at a smaller one.',
  method: 'GET',
  path: '/v1/log/consistency',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  request: { tenant: queryTenant, from: size, to: optional(size) },
  response: {
    from: is.count,
    to: is.count,
    hashes: is.strings,
    checkpoint: is.string,
    production_admission: is.no,
  },
  refusals: ['query_malformed', 'log_fork_detected'],
  example: { from: 0 },
})
