import assert from 'node:assert/strict'
import { test } from 'node:test'
import { company, evidence, office, people, refusing, World } from '@membrane/testkit'

async function claimIn(world: World): Promise<string> {
  const body = await world.admits('standing.claim', {
    actor: people.ada,
    company,
    office,
    evidence,
    fixture: true,
  })
  return body.standing_claim
}

test('evidence makes a claim grantable', async () => {
  await using world = await World.start()
  const standing_claim = await claimIn(world)
  const answer = await world.call('standing.evaluate', { standing_claim, evidence, fixture: true })
  assert.equal(answer.outcome, 'verified')
  assert.equal(answer.body.decision, 'grantable_fixture')
  assert.equal(answer.body.grantable, true)
})

test('without evidence the answer is pending, not a refusal', async () => {
  await using world = await World.start()
  const standing_claim = await claimIn(world)
  const answer = await world.call('standing.evaluate', { standing_claim, evidence: [], fixture: true })
  assert.equal(answer.outcome, 'pending')
  assert.equal(answer.body.decision, 'evidence_missing')
  assert.equal(answer.body.grantable, false)
  assert.notEqual(answer.receipt.commit, null)
})

test('presence is no evidence, however it is cited', async () => {
  await using world = await World.start()
  const standing_claim = await claimIn(world)
  const receipt = await world.presence('tenant_node:fixture', { subject: people.ada })
  const cited = [receipt, 'cpu_face_match_receipt:x', 'presence_approval:x']
  const answer = await world.call('standing.evaluate', { standing_claim, evidence: cited, fixture: true })
  assert.equal(answer.outcome, 'pending')
  assert.equal(answer.body.grantable, false)
})

test('refusals', async (t) => {
  await using world = await World.start()
  const standing_claim = await claimIn(world)
  const refuses = refusing(t, world, 'standing.evaluate', { standing_claim, evidence, fixture: true })

  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('standing_claim_unknown', { standing_claim: 'standing_claim:none' })
  await refuses('human_presence_receipt_unknown', { human_presence_receipt: 'human_presence_receipt:none' })
  const ofBob = await world.presence('tenant_node:fixture', { subject: people.bob })
  await refuses('human_presence_subject_mismatch', { human_presence_receipt: ofBob })
  world.clock.advance(300_000)
  await refuses('human_presence_receipt_expired', { human_presence_receipt: ofBob })
})
