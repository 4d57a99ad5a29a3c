import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advisor, clearance, invoiceIn, payIn, refusing, World } from '@membrane/testkit'

test('a surface is resolved for its month and open again in the named one', async () => {
  await using world = await World.start()
  const { invoice, closureSurface } = await invoiceIn(world)
  await payIn(world, invoice, { amount_cents: 200_000 })
  const june = { period: '2026-06', evidence: clearance }
  await world.refuses('economy.periodClose', 'economic_closure_surface_open', june)
  const carry = { closure_surface: closureSurface, advisor_evidence: advisor, to_period: '2026-08' }
  const body = await world.admits('economy.surfaceCarryForward', carry)
  assert.deepEqual([body.fromPeriod, body.toPeriod, body.closureStatus], ['2026-06', '2026-08', 'open'])
  const again = await world.call('economy.surfaceCarryForward', carry)
  assert.equal(again.outcome, 'verified')
  assert.equal(again.body.stable_code, 'closure_surface_already_carried_forward')
  await world.admits('economy.periodClose', june)
  await world.admits('economy.periodClose', { ...june, period: '2026-07' })
  const august = { ...june, period: '2026-08' }
  await world.refuses('economy.periodClose', 'economic_closure_surface_open', august)
})

test('refusals', async (t) => {
  await using world = await World.start()
  const { closureSurface } = await invoiceIn(world)
  const { invoice, closureSurface: resolved } = await invoiceIn(world)
  await payIn(world, invoice)
  await world.admits('economy.surfaceCarryForward', {
    closure_surface: closureSurface,
    advisor_evidence: advisor,
    to_period: '2026-08',
  })
  const carry = { closure_surface: closureSurface, advisor_evidence: advisor, to_period: '2026-09' }
  const refuses = refusing(t, world, 'economy.surfaceCarryForward', carry)
  await refuses('economic_period_malformed', { to_period: 'next month' })
  await refuses('required_evidence_missing', { advisor_evidence: null })
  await refuses('required_evidence_missing', { advisor_evidence: 'human_person:ada' })
  await refuses('economic_closure_surface_unknown', { closure_surface: 'closure_surface:none' })
  await refuses('economic_closure_surface_resolved', { closure_surface: resolved })
  await refuses('economic_period_not_later', { to_period: '2026-07' })
})

test('no surface is carried into a closed month', async () => {
  await using world = await World.start()
  await world.admits('economy.periodClose', { period: '2026-08', evidence: clearance })
  const { closureSurface } = await invoiceIn(world)
  const carry = { closure_surface: closureSurface, advisor_evidence: advisor, to_period: '2026-08' }
  await world.refuses('economy.surfaceCarryForward', 'economic_period_closed', carry)
})
