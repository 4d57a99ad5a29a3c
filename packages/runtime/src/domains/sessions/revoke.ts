import { builtInSessions, holdsScope, operations, Session, type Ref } from '@membrane/contract'
import { admit, create, implement, next, refuse } from '../../admission/decision.ts'
import { builtInState } from '../../admission/guards/own-session.ts'
import { lifecycleOf } from '../../admission/guards/sessions.ts'

export const revokeSession = implement(operations['authority.sessionRevoke'], {
  facts: async (input, view) => ({ found: await view.get(Session, input.session) }),

  decide: ({ session, enforce_runtime_overlay = false }, { found }, at) => {
    const own = at.caller.session === session && at.caller.tenant === at.tenant
    if (at.gated && !own && !holdsScope(at.caller.scopes, operations['authority.sessionRevoke'].name)) {
      return refuse('scope_mismatch')
    }
    const builtIn = isBuiltIn(session, at.tenant)
    if (found === undefined && !builtIn) return refuse('auth_session_unknown')
    if (builtIn && at.durable && !own) return refuse('auth_session_built_in_protected')

    const repeated = found?.state.revoked === true
    const enforced = enforce_runtime_overlay || (repeated && found.state.enforced)
    const revocation = { revoked: true, enforced }
    const body = {
      session_lifecycle: lifecycleOf(session),
      session,
      enforced_in_runtime_overlay: enforced,
    }
    const initial = builtInState(session, own ? at.caller.commitment : null)
    const write = found
      ? next(Session, found, revocation)
      : create(Session, session, { ...initial!, ...revocation })
    if (!repeated) return admit(body, [write])
    const stable_code = 'auth_session_already_revoked'
    const enforces = enforced && !found.state.enforced
    return admit({ ...body, stable_code }, enforces ? [write] : [], {
      outcome: 'verified',
      reasons: [stable_code],
    })
  },
})

function isBuiltIn(session: Ref, tenant: Ref): boolean {
  return Object.values(builtInSessions).some(
    (builtIn) => builtIn.session === session && builtIn.tenant === tenant,
  )
}
