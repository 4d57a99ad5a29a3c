import { integer, optional } from '../field.ts'
import { limits } from '../limits.ts'
import { operation } from '../operation.ts'
import { queryTenant } from '../query.ts'
import * as is from '../response.ts'

export const logExport = operation({
  name: 'log.export',
  summary: 'Reads the records of the log in order, with the salts that open their digests.',
  method: 'GET',
  path: '/v1/log/export',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  request: {
    tenant: queryTenant,
    from: optional(integer(0, Number.MAX_SAFE_INTEGER, { code: 'query_malformed' })),
    limit: optional(integer(1, limits.exportPageMax, { code: 'query_malformed' })),
  },
  response: {
    commits: is.list(
      is.record({
        sequence: is.count,
        atoms: is.list(
          is.record({
            ref: is.anyRef,
            kind: is.string,
            version: is.count,
            reality: is.anyRef,
            salt: is.string,
            state: is.open,
          }),
        ),
      }),
    ),
    next_from: is.nullable(is.count),
    production_admission: is.no,
  },
  refusals: ['query_malformed'],
  example: { from: 0 },
})
