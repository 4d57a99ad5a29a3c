import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoiceIn, World } from '@membrane/testkit'

test('a fork opens a projection over the record as it stands', async () => {
  await using world = await World.start()
  await invoiceIn(world)
  const answer = await world.call('reality.fork', { purpose: 'what if' })
  assert.equal(answer.outcome, 'projected')
  assert.match(answer.body.projection, /^reality:/)
  assert.match(answer.body.contextTransition, /^context_transition:/)
  assert.equal(answer.body.baseSequence, 1)
  assert.equal(answer.body.status, 'projected')
})
