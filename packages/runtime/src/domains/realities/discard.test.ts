import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approval, forkIn, invoiceEvidence, projectIn, refusing, World } from '@membrane/testkit'

test('a discarded projection keeps its explanation and its body, and takes nothing more', async () => {
  await using world = await World.start()
  const reality = await forkIn(world)
  const { atom } = await projectIn(world, reality, 'economy.invoice', { evidence: invoiceEvidence })
  const explanation = 'the customer paid after all'
  const body = await world.admits('reality.discard', { reality, explanation })
  assert.deepEqual([body.status, body.explanation], ['discarded', explanation])
  assert.deepEqual([body.explanation_preserved, body.projection_body_deleted], [true, false])

  const again = await world.call('reality.discard', { reality })
  assert.equal(again.outcome, 'verified')
  assert.equal(again.body.stable_code, 'reality_already_discarded')
  assert.equal(again.body.explanation, explanation)
  assert.equal(again.receipt.commit, null)

  const { commits } = await world.admits('commit.recent', { ref: atom })
  assert.equal(commits.length, 1, 'what was done in the projection is still in the log')
  assert.equal(commits[0].reality, reality)
  const evidence = invoiceEvidence
  await world.refuses('reality.commit', 'reality_not_projected', { reality, evidence })
  await world.refuses('reality.promote', 'reality_not_projected', { reality, evidence: approval })
})

test('without an explanation the purpose is kept', async () => {
  await using world = await World.start()
  const reality = await forkIn(world, { purpose: 'what if' })
  assert.equal((await world.admits('reality.discard', { reality })).explanation, 'what if')
})

test('refusals', async (t) => {
  await using world = await World.start()
  const reality = await forkIn(world)
  const refuses = refusing(t, world, 'reality.discard', { reality })
  await refuses('reality_unspecified', { reality: undefined, delete_projection_body: true })
  await refuses('reality_discard_attempts_delete', { delete_projection_body: true })
  await refuses('reality_unknown', { reality: 'reality:none' })
  await refuses('reality_not_projected', { reality: 'reality:record' })
})
