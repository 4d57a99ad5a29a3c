import { ratePolicyExample, type Ref } from '@membrane/contract'
import { Failure } from '../command.ts'
import { person, registerPasskey, type Person } from './passkey.ts'
import { actor } from './standing.ts'
import type { Stage } from './stage.ts'

/** A rate policy as a sign-in page would send it. */
export const policy = {
  ...ratePolicyExample,
  policy_ref: 'auth_rate_limit_policy:journey',
  source_ip_hash: 'sha256:journey',
} as const

/** What the session's key and device are called. */
export const holder = { holder_key: 'key_registry:journey', device_binding: policy.device_binding } as const

/** A person with a session that speaks for the tenant. */
export interface SignedIn extends Person {
  readonly passkey: Ref
  readonly token: string
}

/** The person registers a passkey and signs in with it. */
export async function signIn(stage: Stage, enrolmentToken: string | undefined): Promise<SignedIn> {
  const { membrane, tenant, mark, chapter, step, refused } = stage
  chapter('A passkey, and signing in with it')
  const who = person(stage)
  const { passkey, registration } = await registerPasskey(stage, who, { enrolmentToken })

  const scopes = ['tenant', 'standing', 'mandate']
  const login = { ...who.at, ...policy, scopes, fixture: true }
  await refused(membrane.authLoginStart({ ...login, attempt_count: 10 }), 'auth_rate_limit_locked')
  const started = await step(membrane.authLoginStart(login))
  const signed = { ...(await who.device.assert(started.public_key_credential_request_options)) }
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
  if (token === null) throw new Failure('the login answered no bearer token')
  const self = await step(membrane.tenantSelf({}, { token }))
  await refused(membrane.humanAuthRegisterPasskey(registration, { token }), 'human_auth_challenge_replayed')
  if (self.tenant !== tenant) throw new Failure(`the session speaks for ${self.tenant}, not for ${tenant}`)
  return { ...who, passkey, token }
}
