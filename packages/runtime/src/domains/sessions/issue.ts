import { holdsScope, operations } from '@membrane/contract'
import { admit, implement, refuse } from '../../admission/decision.ts'
import {
  isTaken,
  issueSession,
  readSessionPresence,
  refuseSessionPresence,
} from '../../admission/guards/sessions.ts'

export const issueFixtureSession = implement(operations['auth.sessionIssue'], {
  facts: async (input, view) => ({
    presence: await readSessionPresence(view, input.human_presence_receipt),
    taken: await isTaken(view, input.session),
  }),

  decide: (input, { presence, taken }, at) => {
    const absent = refuseSessionPresence(presence, input.actor, at)
    if (absent !== undefined) return absent
    if (at.gated && !input.scopes.every((scope) => holdsScope(at.caller.scopes, scope))) {
      return refuse('auth_session_scope_exceeded')
    }
    if (taken) return refuse('auth_session_already_exists')
    const { body, write, claims } = issueSession(input, at)
    return admit(body, [write], { claims })
  },
})
