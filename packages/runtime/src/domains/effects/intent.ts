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
import { admit, create, implement, refuse, type Context, type Write } from '../../admission/decision.ts'
import { consume, isConsumed, isFresh, isOf, readPresence } from '../../admission/guards/presence.ts'

type Input = InputOf<(typeof operations)['effect.intent']>

export const intendEffect = implement(operations['effect.intent'], {
  facts: async (input, view, at) => {
    const key = intentKey(at.digest(input.idempotency_key), input.subject ?? null)
    return {
      presence: await readPresence(view, input.human_presence_receipt),
      earlier: await view.list(EffectIntent, 'key_and_subject', key),
    }
  },

  decide: (input, { presence: { cited, receipt }, earlier }, at) => {
    const sensitive = input.effect_kind !== undefined && isSensitiveKind(input.effect_kind)
    const adapter = input.adapter ?? defaultAdapter
    if (sensitive && !cited) return refuse('effect_human_presence_required')
    if (cited && !receipt) return refuse('effect_human_presence_unknown')
    if (earlier.length > 0) return refuse('effect_idempotency_key_collision')
    if (at.adapter(adapter) === undefined) return refuse('effect_adapter_unknown')
    const writes: Write[] = []
    if (receipt) {
      const person = personOf(input, at)
      if (!isFresh(receipt.state, at)) return refuse('human_presence_receipt_expired')
      if (person !== null && !isOf(receipt.state, person)) return refuse('human_presence_subject_mismatch')
      if (sensitive) {
        if (isConsumed(receipt.state, 'effect.intent', at)) return refuse('human_presence_receipt_consumed')
        writes.push(consume(receipt, 'effect.intent'))
      }
    }
    const effectIntent = at.mint('effect_intent')
    const effectOutbox = at.mint('effect_outbox')
    const intent = intentOf(input, { adapter, sensitive, effect_outbox: effectOutbox }, at)
    return admit({ effectIntent, effectOutbox, sensitive, dryRun: intent.dry_run }, [
      create(EffectIntent, effectIntent, intent),
      create(EffectOutbox, effectOutbox, queued(effectIntent)),
      ...writes,
    ])
  },
})

/** Whose presence counts: the subject where it is a person, else the caller. */
function personOf({ subject }: Input, { caller }: Context): Ref | null {
  return subject !== undefined && kindOf(subject) === 'human_person' ? subject : caller.actor
}

function intentOf(
  input: Input,
  judged: Pick<EffectIntentState, 'adapter' | 'sensitive' | 'effect_outbox'>,
  at: Context,
): EffectIntentState {
  return {
    subject: input.subject ?? null,
    effect_kind: input.effect_kind ?? null,
    mode: input.mode ?? null,
    key_digest: at.digest(input.idempotency_key),
    evidence: input.evidence ?? [],
    human_presence_receipt: input.human_presence_receipt ?? null,
    capability_manifest: null,
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
