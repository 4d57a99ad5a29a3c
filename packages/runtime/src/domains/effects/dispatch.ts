import {
  EffectAttempt,
  EffectIntent,
  EffectOutbox,
  operations,
  type EffectIntentState,
  type InputOf,
} from '@membrane/contract'
import {
  implement,
  perform,
  refuse,
  type Atom,
  type Context,
  type Delivered,
  type View,
} from '../../admission/decision.ts'
import { begin, conclude, deliveryOf, isLost, isRunning, settle, type Found } from './attempts.ts'

type Input = InputOf<(typeof operations)['effect.dispatch']>

/**
 * Two commits: the attempt is on record as started before its adapter is called, and what became of it after. What
 * is known of earlier attempts decides whether there may be another one.
 */
export const dispatchEffect = implement(operations['effect.dispatch'], {
  facts: async (input, view, at): Promise<Found | 'unknown' | 'ambiguous'> => {
    const [intent, ...others] = await findIntents(input, view, at)
    if (intent === undefined) return 'unknown'
    if (others.length > 0) return 'ambiguous'
    const outbox = (await view.get(EffectOutbox, intent.state.effect_outbox))!
    return { intent, outbox, last: await view.get(EffectAttempt, outbox.state.attempt ?? undefined) }
  },

  decide: (input, found, at) => {
    if (found === 'unknown') return refuse('effect_intent_unknown')
    if (found === 'ambiguous')
      return refuse('effect_intent_ambiguous', 'Several subjects use the key: name the effect_intent.')
    const { intent, outbox } = found
    const fails = input.fail_fixture === true
    if (outbox.state.status === 'executed')
      return conclude(found, 'executed', ['effect_already_executed'], at)
    if (isRunning(outbox.state, at)) return refuse('effect_dispatch_in_flight')
    if (intent.state.dry_run) return conclude(found, fails ? 'failed' : 'executed', ['effect_dry_run'], at)
    const adapter = at.adapter(intent.state.adapter)
    if (adapter === undefined) return refuse('effect_adapter_unknown')
    if (isLost(outbox.state) && !adapter.takesKeys) return conclude(found, 'indeterminate', [], at)
    const attempt = at.mint('effect_attempt')
    const writes = begin(found, attempt, adapter, at)
    return perform(deliveryOf(intent, attempt, fails, at), writes, ['effect_attempt_started'])
  },

  complete: {
    facts: async (_, { act }: Delivered, view) => {
      const last = (await view.get(EffectAttempt, act.attempt))!
      const intent = (await view.get(EffectIntent, last.state.effect_intent))!
      return { last, intent, outbox: (await view.get(EffectOutbox, intent.state.effect_outbox))! }
    },
    decide: (_, found, done: Delivered, at) => settle(found, done, at),
  },
})

/** The intent that is named, else every one under the key. */
async function findIntents(
  { effect_intent, idempotency_key }: Input,
  view: View,
  at: Context,
): Promise<readonly Atom<EffectIntentState>[]> {
  if (effect_intent !== undefined) {
    const intent = await view.get(EffectIntent, effect_intent)
    return intent === undefined ? [] : [intent]
  }
  return idempotency_key === undefined ? [] : view.list(EffectIntent, 'key', at.digest(idempotency_key))
}
