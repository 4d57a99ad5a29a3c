import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { advisor, clearance, invoiceIn, paymentEvidence, payIn, refusing, World } from '@membrane/testkit'

const june = { period: '2026-06', evidence: clearance }

suite('settlement', () => {
  test('the amount, once, closes the surface', async () => {
    await using world = await World.start()
    const { invoice } = await invoiceIn(world)
    const answer = await world.call('economy.paymentObservation', { invoice, evidence: paymentEvidence })
    assert.equal(answer.outcome, 'admitted')
    assert.deepEqual(answer.receipt.reasons, ['amount_inherited'])
    const { settlement, closureStatus, remainingCents, unappliedCents } = answer.body
    assert.match(settlement, /^settlement:/)
    assert.deepEqual([closureStatus, remainingCents, unappliedCents], ['closed', 0, 0])
    await world.admits('economy.periodClose', june)
  })

  test('parts stay open until they make the amount', async () => {
    await using world = await World.start()
    const { invoice } = await invoiceIn(world)
    const first = await payIn(world, invoice, { amount_cents: 100_000, currency: 'EUR' })
    assert.equal(first.closureStatus, 'open')
    assert.equal(first.remainingCents, 19_000)
    await world.refuses('economy.periodClose', 'economic_closure_surface_open', june)
    const second = await payIn(world, invoice, { amount_cents: 19_000 })
    assert.equal(second.settlement, first.settlement)
    assert.deepEqual([second.closureStatus, second.remainingCents, second.unappliedCents], ['closed', 0, 0])
  })

  test('too much stays open, until a correcting observation', async () => {
    await using world = await World.start()
    const { invoice } = await invoiceIn(world)
    const over = await payIn(world, invoice, { amount_cents: 120_000 })
    assert.deepEqual([over.closureStatus, over.remainingCents, over.unappliedCents], ['open', 0, 1000])
    const right = await payIn(world, invoice, { amount_cents: 119_000, corrects: over.paymentObservation })
    assert.deepEqual([right.closureStatus, right.remainingCents, right.unappliedCents], ['closed', 0, 0])
  })

  test('a payment too many opens the surface again, whatever came first', async () => {
    await using world = await World.start()
    const { invoice } = await invoiceIn(world)
    await payIn(world, invoice)
    const more = await payIn(world, invoice, { amount_cents: 5 })
    assert.deepEqual([more.closureStatus, more.remainingCents, more.unappliedCents], ['open', 0, 5])
  })

  test('another currency settles nothing', async () => {
    await using world = await World.start()
    const { invoice } = await invoiceIn(world)
    const dollars = await payIn(world, invoice, { amount_cents: 119_000, currency: 'USD' })
    assert.equal(dollars.settlement, null)
    assert.deepEqual(
      [dollars.closureStatus, dollars.remainingCents, dollars.unappliedCents],
      ['open', 119_000, 119_000],
    )
    const euros = await payIn(world, invoice)
    assert.equal(euros.closureStatus, 'closed')
  })

  test('the first observation says what an open invoice leaves open', async () => {
    await using world = await World.start()
    const { invoice } = await invoiceIn(world, { amount_cents: undefined, currency: undefined })
    const paid = await payIn(world, invoice, { amount_cents: 700, currency: 'JPY' })
    assert.deepEqual([paid.closureStatus, paid.remainingCents], ['closed', 0])
    const again = await payIn(world, invoice)
    assert.deepEqual([again.closureStatus, again.unappliedCents], ['open', 700])
  })

  test('an invoice of a currency alone waits for an amount in it', async () => {
    await using world = await World.start()
    const { invoice } = await invoiceIn(world, { amount_cents: undefined })
    const other = await payIn(world, invoice, { amount_cents: 700, currency: 'USD' })
    assert.deepEqual([other.settlement, other.closureStatus, other.remainingCents], [null, 'open', null])
    const paid = await payIn(world, invoice, { amount_cents: 700 })
    assert.equal(paid.closureStatus, 'closed')
  })
})

test('refusals', async (t) => {
  await using world = await World.start()
  const { invoice } = await invoiceIn(world)
  const open = await invoiceIn(world, { amount_cents: undefined, currency: undefined })
  const priced = await invoiceIn(world, { currency: undefined })
  const { paymentObservation: first } = await payIn(world, invoice, { amount_cents: 10 })
  const { paymentObservation: second } = await payIn(world, invoice, { amount_cents: 20, corrects: first })
  const other = await payIn(world, (await invoiceIn(world)).invoice)
  const fact = { invoice, payment_observation: second, advisor_evidence: advisor }
  await world.admits('economy.bookkeepingFact', fact)

  const payment = { invoice, amount_cents: 100, currency: 'EUR', evidence: paymentEvidence }
  const refuses = refusing(t, world, 'economy.paymentObservation', payment)
  await refuses('economic_payment_evidence_missing', { evidence: ['evidence_bundle:invoice_payload'] })
  await refuses('economic_payment_evidence_missing', { evidence: [], amount_cents: 0, currency: '' })
  await refuses('economic_invoice_unknown', { invoice: 'invoice:none', amount_cents: 0, currency: '' })
  for (const amount_cents of [0, -1, 1.5, 2 ** 53])
    await refuses('economic_amount_invalid', { amount_cents, currency: '' })
  await refuses('economic_amount_invalid', { invoice: open.invoice, amount_cents: undefined })
  await refuses('economic_amount_invalid', { amount_cents: Number.MAX_SAFE_INTEGER })
  await refuses('economic_currency_invalid', { invoice: open.invoice, currency: undefined })
  await refuses('economic_currency_invalid', { invoice: priced.invoice, currency: undefined })
  for (const currency of ['DM', '', ' ']) await refuses('economic_currency_invalid', { currency })
  await refuses('economic_payment_observation_unknown', { corrects: 'payment_observation:none' })
  await refuses('economic_payment_invoice_mismatch', { corrects: other.paymentObservation })
  await refuses('economic_payment_observation_superseded', { corrects: first })
  await refuses('economic_payment_observation_booked', { corrects: second })
})
