import { Failure } from '../command.ts'
import type { Stage } from './stage.ts'

/** The same as a what-if: nothing of it is in the record until it is promoted, and then it is admitted anew. */
export async function tryOut({ membrane, tenant, chapter, step, refused }: Stage): Promise<void> {
  chapter('A what-if, and its promotion')
  const { projection: reality } = await step(membrane.realityFork({ tenant, purpose: 'what if it is paid' }))
  const input = { amount_cents: 4200, currency: 'EUR', evidence: ['evidence_bundle:invoice_payload'] }
  const commit = { tenant, reality, operation: 'economy.invoice', input }
  await refused(membrane.realityCommit({ ...commit, leak_to_record: true }), 'reality_record_cites_projected')
  const made = await step(membrane.realityCommit(commit))
  const payment = { invoice: made.atom!, evidence: ['evidence_bundle:payment_observation'] }
  await step(membrane.realityCommit({ ...commit, operation: 'economy.paymentObservation', input: payment }))
  await refused(membrane.economyPaymentObservation({ tenant, ...payment }), 'economic_invoice_unknown')

  const { conflicts, mergeable } = await step(membrane.realityDiff({ tenant, reality }))
  if (!mergeable) throw new Failure(`the journey stops: ${conflicts.length} conflicts where nothing moved`)
  await refused(membrane.realityPromote({ tenant, reality }), 'reality_promotion_authority_missing')
  const approved = { tenant, reality, evidence: ['evidence_bundle:promotion_approval'] }
  const { steps } = await step(membrane.realityPromote(approved))
  if (steps.length !== 2)
    throw new Failure(`the journey stops: ${steps.length} of 2 operations were promoted`)
  await refused(membrane.realityPromote(approved), 'reality_not_projected')

  const { projection: other } = await step(membrane.realityFork({ tenant, purpose: 'what if it is not' }))
  const discard = { tenant, reality: other, explanation: 'it was paid after all' }
  await refused(
    membrane.realityDiscard({ ...discard, delete_projection_body: true }),
    'reality_discard_attempts_delete',
  )
  await step(membrane.realityDiscard(discard))
}
