import { fixture, integer, production, ref, refFrom, texts } from '../field.ts'
import { limits } from '../limits.ts'
import * as is from '../response.ts'

/** The name of a session to be issued: a fixture session cannot be mistaken for a production one. */
export const sessionRef = refFrom('auth_session:fixture_', { code: 'auth_session_fixture_prefix_required' })
export const sessionExpiry = integer(1, limits.sessionSecondsMax, {
  code: 'auth_session_expiry_out_of_range',
})

/** What issue and refresh ask of a new session alike. */
export const issuedRequest = {
  holder_key: ref(),
  device_binding: ref(),
  session: sessionRef,
  scopes: texts(),
  expires_in_seconds: sessionExpiry,
  fixture: fixture(),
  production_session: production(),
} as const

/** A new session, with its token: what every way to one answers first. */
export const issuedSession = {
  session: is.anyRef,
  session_lifecycle: is.anyRef,
  bearer_token: is.nullable(is.string),
  token_type: is.literal('Bearer'),
  token_commitment: is.string,
  expires_at: is.timestamp,
} as const

/** Where the commit of a new session is, and whether it was made before: what every way to one answers last. */
export const issuedCommit = {
  stable_code: is.optional(is.string),
  signer: is.signer,
  durable_commit: is.durableCommit,
  ...is.written,
} as const

/** What issue and refresh answer alike. */
export const issuedResponse = {
  ...issuedSession,
  raw_session_token_stored: is.no,
  raw_session_token_exposed_in_proof: is.no,
  fixture_session: is.yes,
  production_session: is.no,
  ...issuedCommit,
} as const
