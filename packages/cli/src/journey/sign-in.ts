import type { Ref } from '@membrane/contract'
import { SoftwareAuthenticator } from '@membrane/client'
import { Failure } from '../command.ts'
import { actor } from './standing.ts'
import type { Stage } from './stage.ts'

/** A rate policy as a sign-in page would send it. */
const policy = {
  policy_ref: 'auth_rate_limit_policy:journey',
  source_ip_hash: 'sha256:journey',
  device_binding: 'device_binding:laptop',
  window_seconds: 300,
  attempt_count: 0,
  soft_limit: 5,
  lockout_threshold: 10,
  lockout_seconds: 900,
} as const

/** What the session's key and device are called. */
const holder = { holder_key: 'key_registry:journey', device_binding: policy.device_binding } as const

/** Proves that the person is there, for one act; answers the receipt. */
export type ProvePresence = (scopes: readonly string[]) => Promise<Ref>

/**
 * The person registers a passkey and signs in with it; the session speaks for the tenant. Answers how to prove
 * presence later on. A software authenticator stands in for the device.
 */
export async function signIn(stage: Stage, enrolmentToken: string | undefined): Promise<ProvePresence> {
  const { membrane, tenant, mark, chapter, step, refused } = stage
  chapter('A passkey, and signing in with it')
  const host = `journey-${mark}.example`
  const page = { relying_party_id: host, origin: `https://${host}` }
  const device = new SoftwareAuthenticator(page.origin)
  const person = { tenant, subject: actor, ...page }

  const creation = await step(
    membrane.humanAuthPasskeyRegistrationOptions({
      ...person,
      user_handle_hash: 'sha256:handle',
      user_name_hash: 'sha256:name',
      user_display_name_hash: 'sha256:display-name',
      attestation: 'none',
      authenticator_attachment: 'platform',
      resident_key: 'required',
      user_verification: 'required',
      exclude_credential_id_hashes: [],
    }),
  )
  const credential = { ...(await device.register(creation.public_key_credential_creation_options)) }
  const registration = { ...person, challenge: creation.challenge.id, credential, fixture: true }
  await step(membrane.humanAuthRegisterPasskey({ ...registration, enrolment_token: enrolmentToken }))

  const scopes = ['tenant', 'standing', 'mandate']
  const login = { ...person, ...policy, scopes, fixture: true }
  await refused(membrane.authLoginStart({ ...login, attempt_count: 10 }), 'auth_rate_limit_locked')
  const started = await step(membrane.authLoginStart(login))
  const signed = { ...(await device.assert(started.public_key_credential_request_options)) }
  const verified = await step(
    membrane.humanAuthVerifyPasskey({ tenant, challenge: started.challenge.id, assertion: signed }),
  )
  const { bearer_token: token } = await step(
    membrane.authLoginFinish({
      tenant,
      actor,
      vessel: 'vessel:laptop',
      standing: 'standing:journey',
      ...holder,
      session: `auth_session:fixture_journey_${mark}`,
      scopes,
      expires_in_seconds: 3600,
      human_presence_receipt: verified.humanPresenceReceipt,
      login_challenge: started.challenge.id,
      auth_rate_limit_evaluation: started.auth_rate_limit_evaluation,
      fixture: true,
    }),
  )
  const self = await step(membrane.tenantSelf({}, { token }))
  await refused(membrane.humanAuthRegisterPasskey(registration, { token }), 'human_auth_challenge_replayed')
  if (self.tenant !== tenant) throw new Failure(`the session speaks for ${self.tenant}, not for ${tenant}`)

  const present: ProvePresence = async (scopes) => {
    const request = { ...person, scopes, user_verification: 'required' as const }
    const asked = await step(membrane.humanAuthPasskeyAssertionOptions(request))
    const assertion = { ...(await device.assert(asked.public_key_credential_request_options)) }
    const proof = { tenant, challenge: asked.challenge.id, assertion }
    return (await step(membrane.humanAuthVerifyPasskey(proof))).humanPresenceReceipt
  }
  await refreshAndRevoke(stage, token, await present(['auth.session']))
  return present
}

/** A session is refreshed within its scopes, and revoked: the bearer is dead at the next call. */
async function refreshAndRevoke(stage: Stage, token: string | null, presence: Ref): Promise<void> {
  const { membrane, tenant, mark, step, refused } = stage
  if (token === null) throw new Failure('the login answered no bearer token')
  const session = `auth_session:fixture_journey_${mark}_refreshed`
  const request = { tenant, session, ...holder, human_presence_receipt: presence, fixture: true }
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
