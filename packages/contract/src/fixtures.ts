import type { Ref } from './refs.ts'

/** A session that the staging runtime always has, to bootstrap from. */
export interface BuiltInSession {
  readonly session: Ref
  readonly tenant: Ref
  readonly actor: Ref
  readonly vessel: Ref
  readonly standing: Ref
  readonly holder_key: Ref
  readonly device_binding: Ref
}

function builtIn(name: string, tenant: Ref): BuiltInSession {
  return {
    session: `auth_session:fixture_${name}`,
    tenant,
    actor: `human_person:fixture_${name}`,
    vessel: `vessel:fixture_${name}`,
    standing: `standing:fixture_${name}`,
    holder_key: `key_registry:fixture_${name}`,
    device_binding: `device_binding:fixture_${name}`,
  }
}

/** The two sessions of the valid fixture tokens. */
export const builtInSessions = {
  primary: builtIn('valid', 'tenant_node:fixture'),
  secondary: builtIn('alternate', 'tenant_node:fixture_alternate'),
} as const

/** The refs of the built-in sessions, which no issued session may take. */
export const builtInRefs: readonly Ref[] = Object.values(builtInSessions).map(({ session }) => session)

/** The published fixture tokens. They open a runtime on loopback only. */
export const fixtureTokens = {
  primary: 'membrane-fixture-session-primary',
  secondary: 'membrane-fixture-session-secondary',
  expired: 'membrane-fixture-session-expired',
  wrong_scope: 'membrane-fixture-session-wrong-scope',
  tampered: 'membrane-fixture-session-tampered',
} as const

export type FixtureToken = keyof typeof fixtureTokens

/** What the tokens that are no sessions answer, on every use. */
export const fixtureTokenRefusals = {
  expired: 'session_expired',
  wrong_scope: 'scope_mismatch',
  tampered: 'token_tampered',
} as const

/** When the built-in sessions began, and when they end: far from any test's clock. */
export const builtInIssuedAt = '2026-01-01T00:00:00.000Z'
export const builtInExpiresAt = '9999-12-31T23:59:59.999Z'
