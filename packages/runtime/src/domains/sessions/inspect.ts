import { operations } from '@membrane/contract'
import { admit, implement, refuse } from '../../admission/decision.ts'
import { readStaleKey } from '../../admission/guards/holder-key.ts'
import { readOwnSession } from '../../admission/guards/own-session.ts'
import { lifecycleOf } from '../../admission/guards/sessions.ts'

export const inspectSession = implement(operations['auth.sessionInspect'], {
  facts: async (_, view, at) => {
    const own = await readOwnSession(view, at)
    return { own, stale: own !== undefined && (await readStaleKey(view, own.holder_key)) }
  },

  decide: ({ session }, { own, stale }, at) => {
    if (session !== undefined && session !== at.caller.session) {
      return refuse('auth_session_inspect_session_mismatch')
    }
    if (own === undefined) return refuse('auth_session_unknown')
    const { actor, vessel, standing, scopes, holder_key, device_binding, issued_at, expires_at, revoked } =
      own
    return admit({
      session: own.session,
      session_lifecycle: lifecycleOf(own.session),
      tenant: at.tenant,
      actor,
      vessel,
      standing,
      scopes,
      holder_key,
      device_binding,
      issued_at,
      expires_at,
      token_commitment: at.caller.commitment!,
      revoked,
      stale_key: stale,
    })
  },
})
