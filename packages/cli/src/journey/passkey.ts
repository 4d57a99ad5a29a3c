import { SoftwareAuthenticator } from '@membrane/client'
import { registrationExample, type Ref } from '@membrane/contract'
import { actor } from './standing.ts'
import type { Stage } from './stage.ts'

/** Proves that the person is there, for one act; answers the receipt. */
export type ProvePresence = (scopes: readonly string[]) => Promise<Ref>

/** The person, the site that they sign in to, and their device; software stands in for that. */
export interface Person {
  readonly at: {
    readonly tenant: Ref
    readonly subject: Ref
    readonly relying_party_id: string
    readonly origin: string
  }
  readonly device: SoftwareAuthenticator
  readonly present: ProvePresence
}

export function person(stage: Stage): Person {
  const { membrane, tenant, mark, step } = stage
  const relying_party_id = `journey-${mark}.example`
  const at = { tenant, subject: actor, relying_party_id, origin: `https://${relying_party_id}` }
  const device = new SoftwareAuthenticator(at.origin)
  return {
    at,
    device,
    async present(scopes) {
      const request = { ...at, scopes, user_verification: 'required' as const }
      const asked = await step(membrane.humanAuthPasskeyAssertionOptions(request))
      const assertion = { ...(await device.assert(asked.public_key_credential_request_options)) }
      const proof = { tenant, challenge: asked.challenge.id, assertion }
      return (await step(membrane.humanAuthVerifyPasskey(proof))).humanPresenceReceipt
    },
  }
}

interface Registered {
  readonly passkey: Ref
  /** What was sent. */
  readonly registration: Parameters<Stage['membrane']['humanAuthRegisterPasskey']>[0]
}

/** The device makes a passkey, which is bound by the tenant's enrolment token or by the person's own session. */
export async function registerPasskey(
  { membrane, step }: Stage,
  { at, device }: Person,
  { enrolmentToken, token }: { readonly enrolmentToken?: string | undefined; readonly token?: string },
): Promise<Registered> {
  const creation = await step(
    membrane.humanAuthPasskeyRegistrationOptions({
      ...at,
      ...registrationExample,
    }),
  )
  const credential = { ...(await device.register(creation.public_key_credential_creation_options)) }
  const registration = { ...at, challenge: creation.challenge.id, credential, fixture: true }
  const request = { ...registration, enrolment_token: enrolmentToken }
  const { passkey_binding } = await step(membrane.humanAuthRegisterPasskey(request, { token }))
  return { passkey: passkey_binding, registration }
}
