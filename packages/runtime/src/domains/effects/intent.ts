import {
  defaultAdapter,
  EffectIntent,
  EffectOutbox,
  intentKey,
  isSensitiveKind,
  kindOf,
  operations,
  type EffectIntentState,
  type EffectOutboxState,
  type InputOf,
  type Ref,
} from '@membrane/contract'
import { admit, create, implement, refuse, type Context } from '../../admission/decision.ts'
import {
  allowsEffect,
  grammarSensitivity,
  missingEvidence,
  readCitedManifests,
  type CitedManifests,
} from '../../admission/guards/capability.ts'
import {
  readGivenPresence,
  refuseApproval,
  usePresence,
  type GivenPresence,
} from '../../admission/guards/presence-approval.ts'
import { consume, isConsumed, isFresh, isOf } from '../../admission/guards/presence.ts'

type Input = InputOf<(typeof operations)['effect.intent']>

export const intendEffect = implement(operations['effect.intent'], {
  facts: async (input, view, at) => {
    const key = intentKey(at.digest(input.idempotency_key), input.subject ?? null)
    return {
      presence: await readGivenPresence(view, 'effect.intent', input),
      earlier: await view.list(EffectIntent, 'key_and_subject', key),
      citation: await readCitedManifests(view, input),
    }
  },

  decide: (input, { presence, earlier, citation }, at) => {
    const adapter = input.adapter ?? defaultAdapter
    const sensitive = isSensitive(input, citation)
    const cited = input.human_presence_receipt !== undefined
    if (sensitive && !cited) return refuse('effect_human_presence_required')
    if (cited && !presence) return refuse('effect_human_presence_unknown')
    if (earlier.length > 0) return refuse('effect_idempotency_key_collision')
    const outside = refuseByManifest(input, adapter, citation)
    if (outside !== undefined) return outside
    if (at.adapter(adapter) === undefined) return refuse('effect_adapter_unknown')
    const missing = missingEvidence(
      citation.manifests.flatMap(({ state }) => state.manifest.required_evidence),
      input.evidence ?? [],
    )
    if (missing.length > 0) return refuse('required_evidence_missing')
    const spent = spendPresence(input, presence, sensitive, at)
    if ('kind' in spent) return spent

    const effectIntent = at.mint('effect_intent')
    const effectOutbox = at.mint('effect_outbox')
    const capabilityManifest = citation.manifests[0]?.ref ?? null
    const intent = intentOf(
      input,
      { adapter, sensitive, capability_manifest: capabilityManifest, effect_outbox: effectOutbox },
      at,
    )
    return admit({ effectIntent, effectOutbox, capabilityManifest, sensitive, dryRun: intent.dry_run }, [
      create(EffectIntent, effectIntent, intent),
      create(EffectOutbox, effectOutbox, queued(effectIntent)),
      ...spent.writes,
    ])
  },
})

/** A kind is sensitive by its own words, or because a manifest that is cited says so. */
function isSensitive({ effect_kind }: Input, { manifests }: CitedManifests): boolean {
  if (effect_kind === undefined) return false
  const called = manifests.some(({ state }) => grammarSensitivity(state.manifest.effect_grammar, effect_kind))
  return isSensitiveKind(effect_kind) || called
}

/** Every manifest cited must be known, and its grammar must cover the effect; one without a kind it covers never. */
function refuseByManifest(input: Input, adapter: string, { unknown, manifests }: CitedManifests) {
  if (unknown) return refuse('capability_manifest_unknown')
  const { effect_kind: kind, mode } = input
  const covered = manifests.every(
    ({ state }) => kind !== undefined && allowsEffect(state.manifest.effect_grammar, { kind, adapter, mode }),
  )
  return covered ? undefined : refuse('effect_capability_grammar_violation')
}

/** Presence that is given must be fresh and of the person; a sensitive effect consumes it. */
function spendPresence(input: Input, given: GivenPresence | undefined, sensitive: boolean, at: Context) {
  if (given === undefined) return { writes: [] }
  const { receipt, approval } = given
  const person = personOf(input, at)
  if (approval === undefined && !isFresh(given, at)) return refuse('human_presence_receipt_expired')
  if (person !== null && !isOf(given, person)) return refuse('human_presence_subject_mismatch')
  const misused = refuseApproval(given, at)
  if (misused) return misused
  if (!sensitive) return { writes: [] }
  if (approval !== undefined) return { writes: usePresence(given, at) }
  if (isConsumed(receipt.state, 'effect.intent', at)) return refuse('human_presence_receipt_consumed')
  return { writes: [consume(receipt, 'effect.intent')] }
}

/**
 * Whose presence counts. Behind a real gate the caller's; else the subject's where that is a person, else the
 * caller's. A built-in session acts for anybody.
 */
function personOf({ subject }: Input, { caller, gated }: Context): Ref | null {
  const acting = caller.builtIn === null ? caller.actor : null
  if (gated && acting !== null) return acting
  return subject !== undefined && kindOf(subject) === 'human_person' ? subject : acting
}

function intentOf(
  input: Input,
  judged: Pick<EffectIntentState, 'adapter' | 'sensitive' | 'capability_manifest' | 'effect_outbox'>,
  at: Context,
): EffectIntentState {
  return {
    subject: input.subject ?? null,
    effect_kind: input.effect_kind ?? null,
    mode: input.mode ?? null,
    key_digest: at.digest(input.idempotency_key),
    evidence: input.evidence ?? [],
    human_presence_receipt: input.human_presence_receipt ?? null,
    dry_run: input.dry_run ?? false,
    ...judged,
  }
}

function queued(effect_intent: Ref): EffectOutboxState {
  return {
    effect_intent,
    status: 'queued',
    attempts: 0,
    unknown_ends: 0,
    attempt: null,
    lease_expires_at: null,
    effect_receipt: null,
  }
}
