import { operations, Session, type SessionState } from '@membrane/contract'
import { admit, implement, next, type Atom } from '../../admission/decision.ts'

export const revokeOtherSessions = implement(operations['auth.sessionRevokeOthers'], {
  facts: async (_, view, at) => {
    const found = await view.list(Session, 'actor', at.caller.actor!)
    return { sessions: found }
  },

  decide: (_, { sessions }, at) => {
    const others = sessions.filter((atom) => atom.ref !== at.caller.session && isLive(atom, at.now))
    const body = {
      session: at.caller.session!,
      revoked_sessions: others.map(({ ref }) => ref),
      revoked_session_count: others.length,
    }
    if (others.length > 0) {
      return admit(
        body,
        others.map((atom) => next(Session, atom, { revoked: true, enforced: true })),
      )
    }
    const stable_code = 'auth_sessions_already_revoked'
    return admit({ ...body, stable_code }, [], { outcome: 'verified', reasons: [stable_code] })
  },
})

function isLive({ state }: Atom<SessionState>, now: number): boolean {
  return now < Date.parse(state.expires_at) && !(state.revoked && state.enforced)
}
