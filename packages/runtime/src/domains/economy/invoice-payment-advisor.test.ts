import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advisor, clearance, invoiceIn, refusing, World } from '@membrane/testkit'

const company = 'company_geist:acme'
const evidence = ['evidence_bundle:invoice_payload', 'evidence_bundle:payment_observation']
const advised = {
  company,
  amount_cents: 119_000,
  currency: 'EUR',
  evidence,
  advisor_evidence: advisor,
  fixture: true,
}
const name = 'vertical.de.invoicePaymentAdvisor'

test('an invoice, its payment and its booking are three consecutive commits', async () => {
  await using world = await World.start()
  const body = await world.admits(name, advised)
  const steps: { operation: string; receipt: { log_index: number; commit: string } }[] = body.steps
  assert.deepEqual(
    steps.map(({ operation }) => operation),
    ['economy.invoice', 'economy.paymentObservation', 'economy.bookkeepingFact'],
  )
  assert.deepEqual(
    steps.map(({ receipt }) => receipt.log_index),
    [0, 1, 2],
  )
  assert.equal(new Set(steps.map(({ receipt }) => receipt.commit)).size, 3)
  assert.equal(body.closureStatus, 'closed')
  await world.admits('economy.periodClose', { period: '2026-06', evidence: clearance })
})

test('a step that is refused leaves nothing behind', async () => {
  await using world = await World.start()
  const unpaid = { ...advised, evidence: ['evidence_bundle:invoice_payload'] }
  const refused = await world.refuses(name, 'economic_payment_evidence_missing', unpaid)
  assert.equal(refused.body.failed_step, 'economy.paymentObservation')
  assert.equal((await world.admits('m7.state')).counts.commits, 0)
})

test('the first step that refuses names itself, whatever later steps would refuse', async (t) => {
  await using world = await World.start()
  const none = { advisor_evidence: undefined }
  const cases = [
    ['economic_amount_invalid', 'economy.invoice', { amount_cents: 0, currency: '', evidence: [], ...none }],
    ['economic_currency_invalid', 'economy.invoice', { currency: '', evidence: [], ...none }],
    ['economic_invoice_evidence_missing', 'economy.invoice', { evidence: [], ...none }],
    [
      'economic_payment_evidence_missing',
      'economy.paymentObservation',
      { amount_cents: undefined, evidence: evidence.slice(0, 1), ...none },
    ],
    ['economic_amount_invalid', 'economy.paymentObservation', { amount_cents: undefined, ...none }],
    ['economic_currency_invalid', 'economy.paymentObservation', { currency: undefined, ...none }],
    ...[undefined, '', 'foo', 'human_person:x'].map(
      (advisor_evidence) =>
        [
          'economic_bookkeeping_evidence_incomplete',
          'economy.bookkeepingFact',
          { advisor_evidence },
        ] as const,
    ),
  ] as const
  for (const [code, step, changes] of cases) {
    await t.test(`${code} ${JSON.stringify(changes)}`, async () => {
      const refused = await world.refuses(name, code, { ...advised, ...changes })
      assert.equal(refused.body.failed_step, step)
    })
  }
  assert.equal((await world.admits('m7.state')).counts.commits, 0)
})

test('a repeat under its idempotency key is the first answer again', async () => {
  await using world = await World.start()
  const keyed = { ...advised, idempotency_key: 'order-7' }
  const [first, second] = [await world.call(name, keyed), await world.call(name, keyed)]
  assert.deepEqual(second.body, first.body)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  await world.refuses(name, 'idempotency_key_reused', { ...keyed, amount_cents: 1 })
  assert.equal((await world.admits('m7.state')).counts.commits, 3)
})

test('behind a real gate the caller needs the scope of every step', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const tenant = 'tenant_node:fixture'
  const narrow = await world.session(tenant, { scopes: ['vertical', 'economy.invoice'] })
  const refused = await world.refuses(name, 'scope_mismatch', advised, { token: narrow })
  assert.equal(refused.body.failed_step, 'economy.paymentObservation')
  await world.admits(name, advised, {
    token: await world.session(tenant, { scopes: ['vertical', 'economy'] }),
  })
})

test('refusals', async (t) => {
  await using world = await World.start()
  await invoiceIn(world, { invoice: 'invoice:taken' })
  const refuses = refusing(t, world, name, advised)
  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('economic_amount_invalid', { amount_cents: 0 })
  await refuses('economic_currency_invalid', { currency: 'EURO' })
  await refuses('economic_invoice_evidence_missing', { evidence: [] })
  await refuses('economic_invoice_already_exists', { invoice: 'invoice:taken' })
  await refuses('economic_payment_evidence_missing', { evidence: evidence.slice(0, 1) })
  await refuses('economic_bookkeeping_evidence_incomplete', { advisor_evidence: null })
})
