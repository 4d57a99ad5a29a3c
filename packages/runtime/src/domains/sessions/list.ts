import { limits, operations, Session } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'
import { lifecycleOf } from '../../admission/guards/sessions.ts'

export const listSessions = implement(operations['auth.sessionList'], {
  facts: async (_, view, at) => {
    const found = await view.list(Session, 'actor', at.caller.actor!)
    return { sessions: found.map(({ state }) => state).toReversed() }
  },

  decide: (_, { sessions }, at) =>
    admit({
      sessions: sessions.slice(0, limits.sessionsListedMax).map((state) => ({
        session: state.session,
        session_lifecycle: lifecycleOf(state.session),
        standing: state.standing,
        scopes: state.scopes,
        holder_key: state.holder_key,
        device_binding: state.device_binding,
        issued_at: state.issued_at,
        expires_at: state.expires_at,
        expired: at.now >= Date.parse(state.expires_at),
        revoked: state.revoked,
        enforced_in_runtime_overlay: state.enforced,
        current: state.session === at.caller.session && at.caller.tenant === at.tenant,
      })),
      session_count: sessions.length,
    }),
})
