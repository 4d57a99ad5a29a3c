import { authority, presence, state, unknown } from '../refusal.ts'

export const effectRefusals = {
  effect_human_presence_required: presence('A sensitive effect needs a human presence receipt.'),
  effect_human_presence_unknown: presence('The presence receipt of an effect must be one of this tenant.'),
  effect_idempotency_key_collision: state('An idempotency key stands for one intent of its subject.'),
  effect_capability_grammar_violation: authority(
    "The effect must lie within the cited capability's effect grammar.",
  ),
  effect_adapter_unknown: unknown('The adapter must be one that this runtime can reach.'),
  effect_intent_unknown: unknown('The effect intent must be one of this tenant.'),
  effect_intent_ambiguous: state('A key that intents of several subjects share names none of them.'),
  effect_dispatch_in_flight: state('An attempt of the intent is still running.', { retry: 'later' }),
} as const
