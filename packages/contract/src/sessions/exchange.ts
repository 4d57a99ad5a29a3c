import { operation } from '../operation.ts'
import * as is from '../response.ts'

export const sessionExchange = operation({
  name: 'auth.session.exchange',
  summary: 'Answers the primary fixture token with itself; no ceremony, no production session.',
  method: 'POST',
  path: '/v1/auth/session/exchange',
  access: 'session',
  state: 'fixture-rehearsed',
  outcome: 'verified',
  readOnly: true,
  request: {},
  response: {
    token: is.string,
    token_type: is.literal('Bearer'),
    session: is.anyRef,
    tenant: is.anyRef,
    production_admission: is.no,
  },
  refusals: ['session_exchange_primary_required'],
  example: {},
})
