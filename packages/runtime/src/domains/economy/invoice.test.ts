import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoiceEvidence, invoiceIn, refusing, World } from '@membrane/testkit'

const invoice = { amount_cents: 119_000, currency: 'EUR', evidence: invoiceEvidence }

test('an invoice opens an obligation and a closure surface', async () => {
  await using world = await World.start()
  const answer = await world.call('economy.invoice', invoice)
  assert.equal(answer.outcome, 'admitted')
  assert.match(answer.body.invoice, /^invoice:/)
  assert.match(answer.body.receivableObligation, /^obligation:/)
  assert.match(answer.body.closureSurface, /^closure_surface:/)
  assert.equal(answer.body.rawConnectorPayloadExposed, false)
  assert.equal(answer.body.period, '2026-06')
  const { counts } = await world.admits('m7.state')
  assert.equal(counts.invoices, 1)
  assert.equal(counts.journalEntries, 1)
})

test('an invoice may be named ahead, and may leave its amount open', async () => {
  await using world = await World.start()
  const named = await invoiceIn(world, { invoice: 'invoice:2026-0042' })
  assert.equal(named.invoice, 'invoice:2026-0042')
  await world.admits('economy.invoice', { evidence: ['evidence_bundle:invoice_payload_2026'] })
  await world.admits('economy.invoice', { evidence: ['evidence_bundle:invoice_payload:2026'] })
  const { counts } = await world.admits('m7.state')
  assert.equal(counts.journalEntries, 1, 'what says no amount posts nothing yet')
})

test('one of many invoices under one name is admitted', async () => {
  await using world = await World.start()
  const named = { ...invoice, invoice: 'invoice:one' }
  const answers = await Promise.all(Array.from({ length: 12 }, () => world.call('economy.invoice', named)))
  assert.equal(answers.filter(({ outcome }) => outcome === 'admitted').length, 1)
  const refused = answers.filter(({ body }) => body.refusal_code === 'economic_invoice_already_exists')
  assert.equal(refused.length, 11)
})

test('refusals', async (t) => {
  await using world = await World.start()
  await invoiceIn(world, { invoice: 'invoice:taken' })
  const refuses = refusing(t, world, 'economy.invoice', invoice)
  for (const amount_cents of [0, -1, 1.5, 2 ** 53]) await refuses('economic_amount_invalid', { amount_cents })
  for (const currency of ['eur', 'EURO', 'XXX', '€', ' '])
    await refuses('economic_currency_invalid', { currency })
  const missing = [[], undefined, ['evidence_bundle:invoice_payloads'], ['proof_bundle:invoice_payload']]
  for (const evidence of missing) await refuses('economic_invoice_evidence_missing', { evidence })
  await refuses('economic_invoice_already_exists', { invoice: 'invoice:taken' })
})
