import { record } from '../record.ts'
import type { Ref } from '../refs.ts'

/** What is wanted; it does not change any more. */
export interface EffectIntentState {
  readonly subject: Ref | null
  readonly effect_kind: string | null
  readonly adapter: string
  readonly mode: string | null
  readonly key_digest: string
  readonly evidence: readonly Ref[]
  readonly human_presence_receipt: Ref | null
  readonly capability_manifest: Ref | null
  readonly sensitive: boolean
  readonly dry_run: boolean
  readonly effect_outbox: Ref
}

export type EffectStatus = 'queued' | 'dispatching' | 'executed' | 'failed' | 'indeterminate'

/** How far an intent is. */
export interface EffectOutboxState {
  readonly effect_intent: Ref
  readonly status: EffectStatus
  readonly attempts: number
  /** How many attempts called their adapter and were never answered. */
  readonly unknown_ends: number
  /** The attempt that the status comes from. */
  readonly attempt: Ref | null
  /** Until when a running attempt may still be answered. */
  readonly lease_expires_at: string | null
  readonly effect_receipt: Ref | null
}

export interface EffectAttemptState {
  readonly effect_intent: Ref
  readonly number: number
  readonly status: 'started' | 'executed' | 'failed' | 'indeterminate'
  /** Whether the attempt is one that calls its adapter. */
  readonly calls: boolean
  readonly reasons: readonly string[]
  readonly started_at: string
  readonly ended_at: string | null
}

export interface EffectReceiptState {
  readonly effect_intent: Ref
  readonly effect_attempt: Ref
  readonly adapter: string
  readonly dry_run: boolean
  readonly executed_at: string
}

/** The key of an intent with its subject: it stands for one intent. */
export function intentKey(keyDigest: string, subject: Ref | null): string {
  return `${keyDigest} ${subject ?? ''}`
}

export const EffectIntent = record<EffectIntentState>()('effect_intent', {
  index: {
    key: ({ key_digest }) => key_digest,
    key_and_subject: ({ key_digest, subject }) => intentKey(key_digest, subject),
  },
})
export const EffectOutbox = record<EffectOutboxState>()('effect_outbox')
export const EffectAttempt = record<EffectAttemptState>()('effect_attempt')
export const EffectReceipt = record<EffectReceiptState>()('effect_receipt')
