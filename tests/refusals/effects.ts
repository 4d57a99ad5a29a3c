import { broken, exampleOf, present, tenant } from './kit.ts'
import type { Scenarios, Stage } from './stage.ts'

const intent = 'effect.intent'
const dispatch = 'effect.dispatch'
const mail = exampleOf(intent)

/** A payment, which is sensitive, with presence. */
async function payment(stage: Stage): Promise<object> {
  const human_presence_receipt = await present(stage)
  return {
    ...mail,
    effect_kind: 'payment.release',
    idempotency_key: 'payment-2026-06',
    human_presence_receipt,
  }
}

async function queued(stage: Stage, patch: object = {}): Promise<object> {
  return { tenant, effect_intent: (await stage.admits(intent, { ...mail, ...patch })).effectIntent }
}

export const effectScenarios: Scenarios = {
  effect_human_presence_required: broken(intent, { human_presence_receipt: undefined }, payment),
  effect_human_presence_unknown: broken(
    intent,
    { human_presence_receipt: 'human_presence_receipt:none' },
    payment,
  ),
  effect_idempotency_key_collision: async (stage) => {
    await queued(stage)
    const next = { ...mail, evidence: ['evidence_bundle:second_reminder'] }
    await stage.refused(intent, next)
    await stage.passes(intent, { ...next, idempotency_key: 'reminder-2026-07' })
  },
  effect_capability_grammar_violation: async (stage) => {
    const { capability } = await stage.admits('capability.publish', exampleOf('capability.publish'))
    const body = { ...mail, capability, evidence: ['evidence_bundle:invoice_payload'] }
    await stage.refused(intent, body)
    await stage.passes(intent, { ...body, effect_kind: 'notification' })
  },
  effect_adapter_unknown: broken(intent, { adapter: 'smtp' }),
  effect_intent_unknown: broken(dispatch, { effect_intent: 'effect_intent:none' }, queued),
  effect_intent_ambiguous: async (stage) => {
    const ofAda = await queued(stage)
    await queued(stage, { subject: 'human_person:bob' })
    await stage.refused(dispatch, { tenant, idempotency_key: mail.idempotency_key })
    await stage.passes(dispatch, ofAda)
  },
  effect_dispatch_in_flight: async (stage) => {
    const body = await queued(stage)
    const acts = stage.holdActs()
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const first = fetch(`${stage.world.url}/v1/effects/dispatch`, { ...init, body: JSON.stringify(body) })
    await acts.begun
    stage.says('A first dispatch of the intent has begun, and its adapter has not answered yet.')
    await stage.refused(dispatch, body)
    acts.release()
    await (await first).text()
    stage.says('The adapter has answered the first dispatch.')
    await stage.passes(dispatch, body)
  },
}
