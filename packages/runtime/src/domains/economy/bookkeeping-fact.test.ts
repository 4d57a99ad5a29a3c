import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advisor, invoiceIn, payIn, refusing, World } from '@membrane/testkit'

test('an observed payment is booked once, however often it is said', async () => {
  await using world = await World.start()
  const { invoice } = await invoiceIn(world)
  const { paymentObservation: payment_observation } = await payIn(world, invoice)
  const fact = { invoice, payment_observation, advisor_evidence: advisor }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => world.call('economy.bookkeepingFact', fact)),
  )
  assert.equal(answers.filter(({ outcome }) => outcome === 'admitted').length, 1)
  assert.equal(new Set(answers.map(({ body }) => body.bookkeepingFact)).size, 1)
  const again = await world.call('economy.bookkeepingFact', fact)
  assert.equal(again.outcome, 'verified')
  assert.equal(again.body.stable_code, 'bookkeeping_fact_already_recorded')
  assert.equal(again.receipt.commit, null)
})

test('refusals', async (t) => {
  await using world = await World.start()
  const { invoice } = await invoiceIn(world)
  const { invoice: another } = await invoiceIn(world)
  const { paymentObservation: payment_observation } = await payIn(world, invoice, { amount_cents: 1 })
  const { paymentObservation: wrong } = await payIn(world, invoice, { amount_cents: 2 })
  await payIn(world, invoice, { amount_cents: 3, corrects: wrong })
  const fact = { invoice, payment_observation, advisor_evidence: advisor }
  const refuses = refusing(t, world, 'economy.bookkeepingFact', fact)
  for (const advisor_evidence of [null, undefined, '', 'foo', 'human_person:x'])
    await refuses('economic_bookkeeping_evidence_incomplete', { advisor_evidence })
  await refuses('economic_invoice_unknown', { invoice: 'invoice:none' })
  await refuses('economic_payment_observation_unknown', { payment_observation: 'payment_observation:none' })
  await refuses('economic_payment_invoice_mismatch', { invoice: another })
  await refuses('economic_payment_observation_superseded', { payment_observation: wrong })
})
