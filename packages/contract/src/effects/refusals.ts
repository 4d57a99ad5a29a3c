import { authority, presence, state, unknown } from '../refusal.ts'

export const effectRefusals = {
  effect_human_presence_required: presence(
    'A sensitive effect needs a human presence receipt.',
    'Have the person concerned prove presence, and send the receipt, or an approval of this intent.',
  ),
  effect_human_presence_unknown: presence(
    'The presence receipt of an effect must be one of this tenant.',
    'Send a presence or face-match receipt of this tenant, or an approval of this intent.',
  ),
  effect_idempotency_key_collision: state(
    'An idempotency key stands for one intent of its subject.',
    'Use a new idempotency_key for a new effect, or dispatch the intent that has this one.',
  ),
  effect_capability_grammar_violation: authority(
    "The effect must lie within the cited capability's effect grammar.",
    'Send an effect_kind, adapter and mode that every cited manifest allows, or cite another.',
  ),
  effect_adapter_unknown: unknown(
    'The adapter must be one that this runtime can reach.',
    'Name an adapter with fixture, mock, sandbox, test or rehearsal among its words, or webhook where MEMBRANE_WEBHOOK_URL is set.',
  ),
  effect_intent_unknown: unknown(
    'The effect intent must be one of this tenant.',
    'Name the effect_intent that effect.intent answered in this tenant, or its idempotency_key.',
  ),
  effect_intent_ambiguous: state(
    'A key that intents of several subjects share names none of them.',
    'Name the effect_intent rather than the key.',
  ),
  effect_dispatch_in_flight: state(
    'An attempt of the intent is still running.',
    'Wait until the attempt has ended: effect.outbox shows it.',
    { retry: 'later' },
  ),
} as const
