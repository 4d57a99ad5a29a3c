import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const refusalRegistry = operation({
  name: 'refusal.registry',
  summary: 'Explains every refusal code.',
  method: 'GET',
  path: '/v1/refusals/registry',
  access: 'session',
  state: 'shape-only',
  outcome: 'verified',
  request: {},
  response: {
    entries: is.list(
      is.record({
        code: is.string,
        category: is.string,
        guard_rule: is.string,
        privacy_posture: is.string,
        runtime_taxonomy: is.strings,
        status: is.count,
        retryable: is.boolean,
        operations: is.strings,
      }),
    ),
    production_admission: is.no,
  },
  refusals: [],
  example: {},
})
