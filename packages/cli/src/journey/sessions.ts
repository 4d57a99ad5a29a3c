import type { Ref } from '@membrane/contract'
import { Failure } from '../command.ts'
import { sha256, signingKey } from './keys.ts'
import { holder, policy, type SignedIn } from './sign-in.ts'
import { actor } from './standing.ts'
import type { Stage } from './stage.ts'

/** Sessions come and go; the one that the person signed in with outlives the others. */
export async function playSessions(stage: Stage, signedIn: SignedIn): Promise<void> {
  const { membrane, tenant, chapter, step, refused } = stage
  const { token, present } = signedIn
  chapter('Sessions: narrower, rehearsed, and ended')
  await refreshAndRevoke(stage, token, await present(['auth.session']))

  const attempt = { tenant, subject: actor, route: '/v1/auth/sessions/issue', action: 'issue', ...policy }
  await step(membrane.authRateLimitEvaluate({ ...attempt, fixture: true }))
  await refused(
    membrane.authRateLimitEvaluate({ ...attempt, attempt_count: 5, fixture: true }),
    'auth_rate_limit_throttled',
  )
  const { session, holder_key } = await issue(stage)
  const { sessions } = await step(membrane.authSessionList({}, { token }))
  if (!sessions.some((shown) => shown.session === session && !shown.current))
    throw new Failure(`${session} is not among the sessions of ${actor}`)

  const { stale_sessions } = await step(
    membrane.authorityKeyRotate({
      tenant,
      key: holder_key,
      replacement_key: `${holder_key}_2`,
      public_key_uncompressed_hex: signingKey().publicKeyHex,
      public_key_algorithm: 'ES256',
      human_presence_receipt: await present(['authority.keyRotate']),
      reason_hash: sha256('every year'),
      overlap_seconds: 3600,
      fixture: true,
    }),
  )
  if (!stale_sessions.includes(session)) throw new Failure(`${session} outlives the key that holds it`)
  const { revoked_sessions } = await step(membrane.authSessionRevokeOthers({}, { token }))
  if (!revoked_sessions.includes(session)) throw new Failure(`${session} was not revoked with the others`)
}

/** A session is refreshed within its scopes, and revoked: the bearer is dead at the next call. */
async function refreshAndRevoke(stage: Stage, token: string, human_presence_receipt: Ref): Promise<void> {
  const { membrane, tenant, mark, step, refused } = stage
  const session = `auth_session:fixture_journey_${mark}_refreshed`
  const request = { tenant, session, ...holder, human_presence_receipt, fixture: true }
  const times = { scopes: ['standing'], expires_in_seconds: 600 }
  const wider = membrane.authSessionRefresh({ ...request, ...times, scopes: ['*'] }, { token })
  await refused(wider, 'auth_session_refresh_scope_expansion_refused')
  const { bearer_token } = await step(membrane.authSessionRefresh({ ...request, ...times }, { token }))
  if (bearer_token === null) throw new Failure('the refresh answered no bearer token')
  await step(membrane.authSessionInspect({}, { token: bearer_token }))
  const revocation = { tenant, session, enforce_runtime_overlay: true }
  await step(membrane.authoritySessionRevoke(revocation, { token: bearer_token }))
  await refused(membrane.tenantSelf({}, { token: bearer_token }), 'session_revoked')
}

/** A session on another device, by presence that is rehearsed: a challenge, and no assertion. */
async function issue({ membrane, tenant, mark, step }: Stage): Promise<{ session: Ref; holder_key: Ref }> {
  const { challenge } = await step(
    membrane.humanAuthChallenge({ tenant, subject: actor, scopes: ['tenant'] }),
  )
  const { humanPresenceReceipt } = await step(
    membrane.humanAuthVerifyPasskey({ tenant, challenge, user_verified: true }),
  )
  const session = `auth_session:fixture_journey_${mark}_phone`
  const holder_key = 'key_registry:journey_phone'
  await step(
    membrane.authSessionIssue({
      tenant,
      actor,
      vessel: 'vessel:phone',
      standing: 'standing:journey',
      holder_key,
      device_binding: 'device_binding:phone',
      session,
      scopes: ['tenant'],
      expires_in_seconds: 3600,
      human_presence_receipt: humanPresenceReceipt,
      fixture: true,
    }),
  )
  return { session, holder_key }
}
