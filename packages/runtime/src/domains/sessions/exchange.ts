import { builtInSessions, operations } from '@membrane/contract'
import { admit, implement, refuse } from '../../admission/decision.ts'

const { session, tenant } = builtInSessions.primary

export const exchangeSession = implement(operations['auth.session.exchange'], {
  decide: (_, __, at) => {
    if (at.caller.builtIn !== 'primary') return refuse('session_exchange_primary_required')
    return admit({ token: at.primaryToken, session, tenant }, [], {
      receipt: 'receipt:fixture_session_exchange',
    })
  },
})
