import { fixtureTokens } from '@membrane/contract'
import { loginRequest } from '@membrane/testkit'
import { ada, broken, enrolAda, gated, operator, present, session, signIn, tenant } from './kit.ts'
import type { Scenarios, Stage } from './stage.ts'

const issue = 'auth.sessionIssue'
const refresh = 'auth.sessionRefresh'
const revoke = 'authority.sessionRevoke'

async function issuance(stage: Stage): Promise<object> {
  return { ...session, human_presence_receipt: await present(stage) }
}

/** What refreshes Ada's session into a second one. */
async function renewal(stage: Stage): Promise<object> {
  const { actor: _, vessel: __, standing: ___, ...held } = session
  return { ...held, session: 'auth_session:fixture_ada_2', human_presence_receipt: await present(stage) }
}

export const sessionScenarios: Scenarios = {
  session_exchange_primary_required: async (stage) => {
    await stage.refused('auth.session.exchange', {}, { token: fixtureTokens.secondary })
    await stage.passes('auth.session.exchange')
  },
  auth_session_fixture_prefix_required: broken(issue, { session: 'auth_session:ada' }, issuance),
  auth_session_expiry_out_of_range: broken(issue, { expires_in_seconds: 90_000 }, issuance),
  auth_session_already_exists: async (stage) => {
    await signIn(stage)
    const again = await issuance(stage)
    await stage.refused(issue, again)
    await stage.passes(issue, { ...again, session: 'auth_session:fixture_ada_2' })
  },
  auth_session_unknown: async (stage) => {
    await signIn(stage)
    await stage.refused(revoke, { tenant, session: 'auth_session:fixture_nobody' })
    await stage.passes(revoke, { tenant, session: session.session })
  },
  auth_session_inspect_session_mismatch: async (stage) => {
    const caller = await signIn(stage)
    await stage.refused('auth.sessionInspect', { session: 'auth_session:fixture_bob' }, caller)
    await stage.passes('auth.sessionInspect', { session: session.session }, caller)
  },
  auth_session_holder_mismatch: async (stage) => {
    const caller = await signIn(stage)
    const body = await renewal(stage)
    await stage.refused(refresh, { ...body, device_binding: 'device_binding:phone' }, caller)
    await stage.passes(refresh, body, caller)
  },
  auth_session_refresh_scope_expansion_refused: async (stage) => {
    const caller = await signIn(stage, { scopes: ['standing'] })
    const body = await renewal(stage)
    await stage.refused(refresh, { ...body, scopes: ['standing', 'economy'] }, caller)
    await stage.passes(refresh, { ...body, scopes: ['standing.claim'] }, caller)
  },
  auth_session_scope_exceeded: {
    settings: gated,
    play: async (stage) => {
      const authenticator = await enrolAda(stage)
      const asked = { ...loginRequest(ada), scopes: ['standing'] }
      const started = await stage.admits('auth.loginStart', asked)
      const { auth_rate_limit_evaluation, challenge } = started
      const assertion = await authenticator.assert(started.public_key_credential_request_options)
      const answer = { tenant, challenge: challenge.id, assertion }
      const { humanPresenceReceipt } = await stage.admits('humanAuth.verifyPasskey', answer)
      const finish = {
        ...session,
        human_presence_receipt: humanPresenceReceipt,
        login_challenge: challenge.id,
        auth_rate_limit_evaluation,
      }
      await stage.refused('auth.loginFinish', { ...finish, scopes: ['standing', 'economy'] })
      await stage.passes('auth.loginFinish', { ...finish, scopes: ['standing'] })
    },
  },
  auth_session_built_in_protected: {
    settings: { MEMBRANE_DATABASE_URL: 'embedded' },
    play: async (stage) => {
      const body = { tenant: 'tenant_node:fixture', session: 'auth_session:fixture_valid' }
      await stage.refused(revoke, body)
      await stage.passes(revoke, body, operator)
    },
  },
}
