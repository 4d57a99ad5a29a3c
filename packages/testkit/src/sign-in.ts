import { ratePolicyExample, registrationExample, type Ref } from '@membrane/contract'
import { BreakableAuthenticator } from './authenticator.ts'
import type { Answer } from './answers.ts'
import type { CallOptions, World } from './world.ts'

/** The web page that a ceremony runs on. */
export const site = { relying_party_id: 'acme.example', origin: 'https://acme.example' } as const

/** Who signs in: what every request of a ceremony says alike. */
export interface Person {
  readonly tenant: Ref
  readonly subject: Ref
}

export function device(origin: string = site.origin): BreakableAuthenticator {
  return new BreakableAuthenticator(origin)
}

export function creationRequest({ tenant, subject }: Person): Record<string, unknown> {
  return { tenant, subject, ...site, ...registrationExample }
}

/** The body of a registration that an authenticator has just answered. */
export async function registration(
  world: World,
  person: Person,
  authenticator: BreakableAuthenticator,
  asked: object = {},
): Promise<Record<string, unknown>> {
  const { challenge, public_key_credential_creation_options } = await world.admits(
    'humanAuth.passkeyRegistrationOptions',
    { ...creationRequest(person), ...asked },
  )
  const credential = await authenticator.register(public_key_credential_creation_options)
  return { ...person, ...site, challenge: challenge.id, credential, fixture: true }
}

/** Registers a passkey; answers the body. */
export async function registerPasskey(
  world: World,
  person: Person,
  authenticator: BreakableAuthenticator,
  options: CallOptions & { readonly enrolment_token?: string } = {},
): Promise<Answer['body']> {
  const { enrolment_token, ...rest } = options
  const body = await registration(world, person, authenticator)
  return world.admits('humanAuth.registerPasskey', { ...body, enrolment_token }, rest)
}

/** The body of an assertion that an authenticator has just answered. */
export async function assertion(
  world: World,
  person: Person,
  authenticator: BreakableAuthenticator,
  asked: object = {},
): Promise<Record<string, unknown>> {
  const { challenge, public_key_credential_request_options } = await world.admits(
    'humanAuth.passkeyAssertionOptions',
    { ...person, ...site, scopes: ['passkey_lifecycle'], user_verification: 'required', ...asked },
  )
  const answer = await authenticator.assert(public_key_credential_request_options)
  return { tenant: person.tenant, challenge: challenge.id, assertion: answer }
}

/** Presence by a passkey; answers the receipt. */
export async function provePresence(
  world: World,
  person: Person,
  authenticator: BreakableAuthenticator,
  asked: object = {},
): Promise<Ref> {
  const body = await assertion(world, person, authenticator, asked)
  return (await world.admits('humanAuth.verifyPasskey', body)).humanPresenceReceipt
}

/** Presence rehearsed without an assertion; answers the receipt. */
export async function rehearsePresence(
  world: World,
  { tenant, subject }: Partial<Person>,
  rest: object = {},
  options: CallOptions = {},
): Promise<Ref> {
  const { scopes, ...verify } = rest as { scopes?: string[] }
  const { challenge } = await world.admits('humanAuth.challenge', { tenant, subject, scopes })
  const body = { tenant, challenge, user_verified: true, ...verify }
  return (await world.admits('humanAuth.verifyPasskey', body, options)).humanPresenceReceipt
}

export function loginRequest({ tenant, subject }: Person): Record<string, unknown> {
  return {
    tenant,
    subject,
    ...site,
    scopes: ['*'],
    ...ratePolicyExample,
    fixture: true,
    production_login: false,
  }
}

let logins = 0

/** The fields of a session that is to be issued to a person. */
export function sessionRequest({ tenant, subject }: Person): Record<string, unknown> {
  return {
    tenant,
    actor: subject,
    vessel: 'vessel:laptop',
    standing: 'standing:testkit',
    holder_key: 'key_registry:testkit',
    device_binding: ratePolicyExample.device_binding,
    session: `auth_session:fixture_signed_in_${++logins}`,
    scopes: ['*'],
    expires_in_seconds: 3600,
    fixture: true,
    production_session: false,
  }
}

/** The body that finishes a login which has just been started and, with an authenticator, signed. */
export async function loginInProgress(
  world: World,
  person: Person,
  authenticator?: BreakableAuthenticator,
): Promise<Record<string, unknown>> {
  const { tenant } = person
  const started = await world.admits('auth.loginStart', loginRequest(person))
  const challenge: Ref = started.challenge.id
  const signed = await authenticator?.assert(started.public_key_credential_request_options)
  const body = { tenant, challenge, user_verified: true, assertion: signed }
  const { humanPresenceReceipt } = await world.admits('humanAuth.verifyPasskey', body)
  return {
    ...sessionRequest(person),
    human_presence_receipt: humanPresenceReceipt,
    login_challenge: challenge,
    auth_rate_limit_evaluation: started.auth_rate_limit_evaluation,
    production_login: false,
  }
}

/** A whole login; answers the body with its token. */
export async function logIn(
  world: World,
  person: Person,
  authenticator?: BreakableAuthenticator,
): Promise<Answer['body']> {
  return world.admits('auth.loginFinish', await loginInProgress(world, person, authenticator))
}
