import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const refusalCodes = operation({
  name: 'refusal.codes',
  summary: 'Lists every refusal code.',
  method: 'GET',
  path: '/v1/refusals/codes',
  access: 'session',
  state: 'shape-only',
  outcome: 'verified',
  request: {},
  response: { codes: is.strings, production_admission: is.no },
  refusals: [],
  example: {},
})
