import {
  builtInSessions,
  fixtureTokenRefusals,
  KeyRotation,
  Session,
  type BuiltInSession,
  type FixtureToken,
  type RefusalCode,
  type SessionState,
} from '@membrane/contract'
import type { Read, Store } from '../store/port.ts'
import type { Atom, Caller } from './decision.ts'
import { digestText } from './digest.ts'
import { isRotatedAway } from './guards/holder-key.ts'
import { tokenSpace } from './guards/sessions.ts'
import { hasValidTag } from './token.ts'
import { recordScope, TrackingView } from './view.ts'

/** A caller and what fixing it relied on; or why the bearer does not stand. */
export type Resolved =
  | { readonly caller: Caller; readonly reads: readonly Read[] }
  | { readonly refused: RefusalCode }

export const anonymous: Caller = {
  session: null,
  actor: null,
  tenant: null,
  scopes: [],
  commitment: null,
  builtIn: null,
}

export interface CallerSettings {
  readonly fixtureTokens: Readonly<Record<FixtureToken, string>>
  /** Key of the tags of issued tokens. */
  readonly tokenKey: Uint8Array
}

/** Finds the session of a bearer token. The answer is as of now: nothing is cached. */
export function createCallers(store: Store, settings: CallerSettings) {
  const fixtures = new Map<string, FixtureToken>()
  for (const [name, token] of Object.entries(settings.fixtureTokens)) {
    fixtures.set(digestText(token), name as FixtureToken)
  }

  return async function resolve(token: string, nowMs: number): Promise<Resolved> {
    const commitment = digestText(token)
    const fixture = fixtures.get(commitment)
    if (fixture === 'primary' || fixture === 'secondary') return builtIn(store, fixture, commitment)
    if (fixture !== undefined) return { refused: fixtureTokenRefusals[fixture] }
    if (!hasValidTag(token, settings.tokenKey)) return { refused: 'token_tampered' }
    return issued(store, commitment, nowMs)
  }
}

async function builtIn(store: Store, name: 'primary' | 'secondary', commitment: string): Promise<Resolved> {
  const { session, tenant, actor }: BuiltInSession = builtInSessions[name]
  const view = new TrackingView({ records: store, log: store }, recordScope(tenant))
  const revocation = await view.get(Session, session)
  if (revocation?.state.revoked && revocation.state.enforced) return { refused: 'session_revoked' }
  const caller = { session, actor, tenant, scopes: ['*'], commitment, builtIn: name }
  return { caller, reads: view.reads }
}

async function issued(store: Store, commitment: string, nowMs: number): Promise<Resolved> {
  const [tenant, session] = (await store.claim(tokenSpace, commitment))?.split(' ') ?? []
  if (tenant === undefined || session === undefined) return { refused: 'session_unknown' }
  const view = new TrackingView({ records: store, log: store }, recordScope(tenant))
  const found = await view.get(Session, session)
  if (found === undefined || found.state.token_commitment !== commitment)
    return { refused: 'session_unknown' }
  const refused = failureOf(found, nowMs)
  if (refused !== undefined) return { refused }
  const { actor, scopes, holder_key } = found.state
  const rotation = await view.get(KeyRotation, holder_key)
  if (rotation !== undefined && isRotatedAway(rotation.state, nowMs))
    return { refused: 'auth_session_stale_key' }
  return { caller: { session, actor, tenant, scopes, commitment, builtIn: null }, reads: view.reads }
}

function failureOf({ state }: Atom<SessionState>, nowMs: number): RefusalCode | undefined {
  if (nowMs >= Date.parse(state.expires_at)) return 'session_expired'
  if (state.revoked && state.enforced) return 'session_revoked'
  return undefined
}
