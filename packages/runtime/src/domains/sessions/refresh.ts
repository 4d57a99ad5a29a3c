import { holdsScope, operations } from '@membrane/contract'
import { admit, implement, refuse } from '../../admission/decision.ts'
import { readOwnSession } from '../../admission/guards/own-session.ts'
import { refuseCitedPresence, readPresence } from '../../admission/guards/presence.ts'
import { isTaken, issueSession } from '../../admission/guards/sessions.ts'

export const refreshSession = implement(operations['auth.sessionRefresh'], {
  facts: async (input, view, at) => ({
    own: await readOwnSession(view, at),
    presence: await readPresence(view, input.human_presence_receipt),
    taken: await isTaken(view, input.session),
  }),

  decide: (input, { own, presence, taken }, at) => {
    if (own === undefined) return refuse('auth_session_unknown')
    const sameHolder = own.holder_key === input.holder_key && own.device_binding === input.device_binding
    if (at.caller.builtIn === null && !sameHolder) return refuse('auth_session_holder_mismatch')
    const subject = at.caller.builtIn === null ? own.actor : (presence.receipt?.state.subject ?? own.actor)
    const absent = refuseCitedPresence(presence, subject, at)
    if (absent !== undefined) return absent
    if (!input.scopes.every((scope) => holdsScope(own.scopes, scope))) {
      return refuse('auth_session_refresh_scope_expansion_refused')
    }
    if (taken) return refuse('auth_session_already_exists')
    const { actor, vessel, standing } = own
    const { body, write, claims } = issueSession({ ...input, actor, vessel, standing }, at)
    const previous = { previous_session: own.session, previous_token_commitment: at.caller.commitment! }
    return admit({ ...body, ...previous }, [write], { claims })
  },
})
