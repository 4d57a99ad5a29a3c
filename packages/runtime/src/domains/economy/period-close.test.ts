import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearance, invoiceIn, payIn, refusing, World } from '@membrane/testkit'

const close = { period: '2026-06', evidence: clearance }
const month = 31 * 86_400_000

test('without a period the current month is closed; saying so again is verified', async () => {
  await using world = await World.start()
  const body = await world.admits('economy.periodClose', { evidence: clearance })
  assert.equal(body.periodClose, 'period_close:2026-06')
  const again = await world.call('economy.periodClose', close)
  assert.equal(again.outcome, 'verified')
  assert.equal(again.body.stable_code, 'period_already_closed')
})

test('what happens in a closed month falls in the first open one after it', async () => {
  await using world = await World.start()
  for (const period of ['2026-06', '2026-07', '2026-12', '2027-01'])
    await world.admits('economy.periodClose', { period, evidence: clearance })
  const { invoice, period } = await invoiceIn(world)
  assert.equal(period, '2026-08')
  assert.equal((await payIn(world, invoice, { amount_cents: 1 })).period, '2026-08')
  world.clock.advance(6 * month)
  assert.equal((await invoiceIn(world)).period, '2027-02')
})

test('an open surface blocks its own month and those after it, and no month before it', async () => {
  await using world = await World.start()
  const { invoice, closureSurface } = await invoiceIn(world)
  await world.admits('economy.periodClose', { period: '2026-05', evidence: clearance })
  const later = { period: '2026-09', evidence: clearance }
  const refused = await world.refuses('economy.periodClose', 'economic_closure_surface_open', later)
  assert.deepEqual(refused.body.open_closure_surfaces, [closureSurface])
  assert.equal(refused.body.open_closure_surface_count, 1)
  await payIn(world, invoice)
  await world.admits('economy.periodClose', later)
})

test('a refusal counts all that is open and lists some', async () => {
  await using world = await World.start()
  for (let made = 0; made < 25; made++) await invoiceIn(world)
  const refused = await world.refuses('economy.periodClose', 'economic_closure_surface_open', close)
  assert.equal(refused.body.open_closure_surfaces.length, 20)
  assert.equal(refused.body.open_closure_surface_count, 25)
})

test('a surface that opens again after its month was closed lies in a month that is open', async () => {
  await using world = await World.start()
  const { invoice, closureSurface } = await invoiceIn(world)
  await payIn(world, invoice)
  await world.admits('economy.periodClose', close)
  const { closureStatus, period } = await payIn(world, invoice, { amount_cents: 1 })
  assert.deepEqual([closureStatus, period], ['open', '2026-07'])
  const july = { period: '2026-07', evidence: clearance }
  const refused = await world.refuses('economy.periodClose', 'economic_closure_surface_open', july)
  assert.deepEqual(refused.body.open_closure_surfaces, [closureSurface])
})

test('refusals', async (t) => {
  await using world = await World.start()
  const refuses = refusing(t, world, 'economy.periodClose', close)
  for (const period of ['2026-13', '2026-6', '202606', '2026-06-01', 'a b'])
    await refuses('economic_period_malformed', { period })
  await refuses('required_evidence_missing', { evidence: ['evidence_bundle:closure'] })
  await refuses('required_evidence_missing', { evidence: undefined })
  await invoiceIn(world)
  await refuses('economic_closure_surface_open')
})
