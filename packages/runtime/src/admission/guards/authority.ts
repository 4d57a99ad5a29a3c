import {
  kindOf,
  limits,
  Mandate,
  Session,
  StandingGrant,
  type MandateState,
  type Ref,
  type StandingGrantState,
} from '@membrane/contract'
import type { View } from '../decision.ts'
import { isUsable } from './sessions.ts'

/** One step of an authority chain, from a mandate up to the standing that it rests on. */
export type Source =
  | { readonly kind: 'mandate'; readonly ref: Ref; readonly state: MandateState }
  | { readonly kind: 'standing_grant'; readonly ref: Ref; readonly state: StandingGrantState }
  /** A standing minted elsewhere: taken as a reference. */
  | { readonly kind: 'referenced'; readonly ref: Ref }
  | { readonly kind: 'unknown'; readonly ref: Ref }

export type SourceStatus = 'active' | 'revoked' | 'expired' | 'referenced'

/** The chain from a source up to its root, the source first. It ends: a mandate is younger than its source. */
export async function readChain(view: View, ref: Ref): Promise<readonly Source[]> {
  const chain: Source[] = []
  for (let next: Ref | undefined = ref; next !== undefined;) {
    const source: Source = await readSource(view, next)
    chain.push(source)
    next = source.kind === 'mandate' ? source.state.source_standing : undefined
  }
  return chain
}

async function readSource(view: View, ref: Ref): Promise<Source> {
  const kind = kindOf(ref)
  if (kind === 'mandate') {
    const mandate = await view.get(Mandate, ref)
    return mandate === undefined ? { kind: 'unknown', ref } : { kind, ref, state: mandate.state }
  }
  if (kind === 'standing') return { kind: 'referenced', ref }
  if (kind !== 'standing_grant') return { kind: 'unknown', ref }
  const grant = await view.get(StandingGrant, ref)
  return grant === undefined ? { kind: 'unknown', ref } : { kind, ref, state: grant.state }
}

/** The status of one step by itself, whatever stands above it. */
export function statusOfSource(source: Source, now: number): SourceStatus {
  if (source.kind === 'referenced' || source.kind === 'unknown') return 'referenced'
  if (source.state.status === 'revoked') return 'revoked'
  if (source.kind === 'mandate' && hasExpired(source.state, now)) return 'expired'
  return 'active'
}

export function hasExpired({ expires_at }: MandateState, now: number): boolean {
  return expires_at !== null && now >= Date.parse(expires_at)
}

/** A chain carries authority while every step of it is active or a reference. */
export function isEffective(chain: readonly Source[], now: number): boolean {
  return chain.every((source) => ['active', 'referenced'].includes(statusOfSource(source, now)))
}

/** An effective chain whose every step is known, where it is one that this runtime keeps. */
export function isInForce(chain: readonly Source[], now: number): boolean {
  return isEffective(chain, now) && chain.every(({ kind }) => kind !== 'unknown')
}

/** The person whose authority a step is; null where the runtime does not know. */
export function holderOf(source: Source): Ref | null {
  if (source.kind === 'mandate') return source.state.delegate
  return source.kind === 'standing_grant' ? source.state.actor : null
}

/** What a step allows; empty means that it names no limit, as a standing may. */
export function powersOf(source: Source): readonly string[] {
  if (source.kind === 'mandate') return source.state.act_scope
  return source.kind === 'standing_grant' ? source.state.powers : []
}

/** What rests on a standing or a mandate and was still active. */
export interface Dependants {
  readonly mandates: readonly Ref[]
  readonly sessions: readonly Ref[]
}

/** Finds every mandate below a source, however deep, and the sessions that name the source as their standing. */
export async function readDependants(view: View, source: Ref, now: number): Promise<Dependants> {
  const mandates: Ref[] = []
  for (const queue = [source]; queue.length > 0;) {
    const children = await view.list(Mandate, 'source', queue.shift()!)
    for (const { ref, state } of children) {
      if (state.status !== 'active' || hasExpired(state, now)) continue
      mandates.push(ref)
      queue.push(ref)
    }
  }
  const sessions = await view.list(Session, 'standing', source)
  const live = sessions.filter(({ state }) => isUsable(state, now))
  return { mandates, sessions: live.map(({ ref }) => ref) }
}

/** The mandates of a cascade answer: counted in full, listed in part. */
export function affectedMandates({ mandates }: Dependants) {
  return {
    affected_mandates: mandates.slice(0, limits.cascadeRefsMax),
    affected_mandate_count: mandates.length,
  }
}

export function affectedSessions({ sessions }: Dependants) {
  return {
    affected_sessions: sessions.slice(0, limits.cascadeRefsMax),
    affected_session_count: sessions.length,
  }
}
