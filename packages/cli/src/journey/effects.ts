import type { Ref } from '@membrane/contract'
import { Failure } from '../command.ts'
import type { ProvePresence } from './passkey.ts'
import { actor } from './standing.ts'
import type { Stage } from './stage.ts'

/** Acts outside are queued, rehearsed, attempted, and done once; a sensitive one needs the person to be there. */
export async function playEffects(stage: Stage, manifest: Ref, present: ProvePresence): Promise<void> {
  const { membrane, tenant, mark, chapter, step, refused } = stage
  chapter('An effect, done once')
  const notice = {
    tenant,
    subject: actor,
    effect_kind: 'notification',
    adapter: 'fixture',
    idempotency_key: `notice-${mark}`,
    evidence: ['evidence_bundle:invoice_payload'],
    capability_manifest: manifest,
  }
  await refused(
    membrane.effectIntent({ ...notice, effect_kind: 'letter' }),
    'effect_capability_grammar_violation',
  )
  const { effectIntent: effect_intent } = await step(membrane.effectIntent(notice))
  await refused(membrane.effectIntent(notice), 'effect_idempotency_key_collision')
  await step(membrane.effectDispatch({ tenant, effect_intent, fail_fixture: true }))
  const first = await step(membrane.effectDispatch({ tenant, effect_intent }))
  const again = await step(membrane.effectDispatch({ tenant, effect_intent }))
  if (first.effectReceipt === null || again.effectReceipt !== first.effectReceipt)
    throw new Failure('the journey stops: a second dispatch did not answer with the first result')

  const payment = { ...notice, effect_kind: 'payment.release', idempotency_key: `payment-${mark}` }
  const sensitive = { ...payment, capability_manifest: undefined, adapter: 'bank_sandbox' }
  await refused(membrane.effectIntent(sensitive), 'effect_human_presence_required')
  const human_presence_receipt = await present(['effect.intent'])
  await step(membrane.effectIntent({ ...sensitive, human_presence_receipt, dry_run: true }))
  await step(membrane.effectDispatch({ tenant, idempotency_key: sensitive.idempotency_key }))
  const { counts } = await step(membrane.effectOutbox({ tenant }))
  if (counts.open !== 0) throw new Failure(`the journey stops: ${counts.open} effects are left open`)
}
