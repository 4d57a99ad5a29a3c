import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  clearance,
  forkIn,
  invoiceEvidence,
  invoiceIn,
  paymentEvidence,
  payIn,
  projectIn,
  refusing,
  World,
} from '@membrane/testkit'

test('a diff says what is added and changed, and commits nothing', async () => {
  await using world = await World.start()
  const { invoice, receivableObligation, closureSurface } = await invoiceIn(world)
  const reality = await forkIn(world)
  const empty = await world.admits('reality.diff', { reality })
  assert.deepEqual([empty.added, empty.changed, empty.conflicts, empty.mergeable], [[], [], [], true])

  const payment = { invoice, evidence: paymentEvidence }
  const paid = await projectIn(world, reality, 'economy.paymentObservation', payment)
  const answer = await world.call('reality.diff', { reality, evidence: [] })
  const { body } = answer
  assert.equal(answer.outcome, 'verified')
  assert.equal(answer.receipt.commit, null)
  assert.equal(body.record_leak, false)
  assert.deepEqual([body.base_sequence, body.record_sequence, body.operations], [1, 3, 1])
  assert.ok(body.added.includes(paid.result.paymentObservation))
  assert.deepEqual(new Set(body.changed), new Set([closureSurface, receivableObligation]))
  assert.deepEqual([body.conflicts, body.mergeable], [[], true])
})

test('what the record changed since is a conflict, and so is what it would refuse today', async () => {
  await using world = await World.start()
  const { invoice, receivableObligation } = await invoiceIn(world)
  const reality = await forkIn(world)
  const payment = { invoice, amount_cents: 1, evidence: paymentEvidence }
  await projectIn(world, reality, 'economy.paymentObservation', payment)
  await payIn(world, invoice, { amount_cents: 2 })
  const moved = await world.admits('reality.diff', { reality })
  assert.deepEqual(moved.conflicts, [{ ref: receivableObligation, reason: 'changed_in_record' }])
  assert.equal(moved.mergeable, false)

  const named = { invoice: 'invoice:named', evidence: invoiceEvidence }
  const other = await forkIn(world)
  await projectIn(world, other, 'economy.invoice', named)
  await world.admits('economy.invoice', { ...named, amount_cents: 7 })
  const taken = await world.admits('reality.diff', { reality: other })
  assert.deepEqual(taken.conflicts, [
    { ref: 'invoice:named', reason: 'created_in_record' },
    { ref: 'invoice:named', reason: 'economic_invoice_already_exists' },
  ])
})

test('the same change on both sides is no conflict', async () => {
  await using world = await World.start()
  const reality = await forkIn(world)
  await projectIn(world, reality, 'economy.invoice', { evidence: invoiceEvidence })
  await invoiceIn(world)
  const body = await world.admits('reality.diff', { reality })
  assert.deepEqual([body.conflicts, body.mergeable], [[], true])
  await world.admits('economy.periodClose', { period: '2026-05', evidence: clearance })
  assert.equal((await world.admits('reality.diff', { reality })).mergeable, true)
})

test('refusals', async (t) => {
  await using world = await World.start()
  const refuses = refusing(t, world, 'reality.diff', { reality: await forkIn(world) })
  await refuses('reality_unspecified', { reality: undefined })
  await refuses('reality_unknown', { reality: 'reality:none' })
  await refuses('reality_not_projected', { reality: 'reality:record' })
})
