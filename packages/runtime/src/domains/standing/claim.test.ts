import assert from 'node:assert/strict'
import { test } from 'node:test'
import { company, evidence, office, people, refusing, World } from '@membrane/testkit'

const claim = { actor: people.ada, company, office, evidence, fixture: true }

test('a claim is recorded and is not standing', async () => {
  await using world = await World.start()
  const answer = await world.call('standing.claim', claim)
  assert.equal(answer.outcome, 'admitted')
  assert.equal(answer.body.status, 'claimed')
  assert.equal(answer.body.standing_created, false)
  assert.match(answer.body.standing_claim, /^standing_claim:/)
  assert.equal(answer.receipt.log_index, 0)
})

test('a fresh presence receipt of the actor may be cited', async () => {
  await using world = await World.start()
  const human_presence_receipt = await world.presence('tenant_node:fixture', { subject: people.ada })
  await world.admits('standing.claim', { ...claim, human_presence_receipt })
})

test('refusals', async (t) => {
  await using world = await World.start()
  const refuses = refusing(t, world, 'standing.claim', claim)

  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('standing_presence_cannot_create_authority', { create_standing_from_presence: true })
  await refuses('human_presence_receipt_unknown', { human_presence_receipt: 'human_presence_receipt:none' })
  const ofBob = await world.presence('tenant_node:fixture', { subject: people.bob })
  await refuses('human_presence_subject_mismatch', { human_presence_receipt: ofBob })
  world.clock.advance(300_000)
  await refuses('human_presence_receipt_expired', { human_presence_receipt: ofBob })
})
