import assert from 'node:assert/strict'
import { test } from 'node:test'
import { company, evidence, grantStanding, office, people, refusing, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'

async function evaluated(world: World, cited: string[] = evidence) {
  const claimed = await world.admits('standing.claim', {
    actor: people.ada,
    company,
    office,
    evidence,
    fixture: true,
  })
  const { standing_claim } = claimed
  const body = await world.admits('standing.evaluate', { standing_claim, evidence: cited, fixture: true })
  const { standing_evaluation } = body
  return {
    standing_claim,
    standing_evaluation,
    actor: people.ada,
    company,
    office,
    powers: [],
    fixture: true,
  }
}

test('a grantable evaluation carries one active grant', async () => {
  await using world = await World.start()
  const { standing } = await grantStanding(world, tenant, ['invoice.approve'])
  assert.match(standing, /^standing_grant:/)
})

test('two grants racing for one evaluation: one wins', async () => {
  await using world = await World.start()
  const request = await evaluated(world)
  const answers = await Promise.all(Array.from({ length: 16 }, () => world.call('standing.grant', request)))
  assert.equal(answers.filter(({ outcome }) => outcome === 'admitted').length, 1)
  for (const { outcome, body } of answers) {
    if (outcome === 'refused') assert.equal(body.refusal_code, 'standing_evaluation_consumed')
  }
})

test('refusals', async (t) => {
  await using world = await World.start()
  const request = await evaluated(world)
  const other = await evaluated(world)
  const bare = await evaluated(world, [])
  const refuses = refusing(t, world, 'standing.grant', request)

  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('standing_evaluation_required', { standing_evaluation: undefined })
  await refuses('standing_evaluation_required', { standing_evaluation: 'no reference' })
  await refuses('standing_claim_unknown', { standing_claim: 'standing_claim:none' })
  await refuses('standing_evaluation_unknown', { standing_evaluation: 'standing_evaluation:none' })
  await refuses('standing_evaluation_claim_mismatch', { standing_evaluation: other.standing_evaluation })
  await refuses('standing_evaluation_not_grantable', bare)
  await refuses('standing_grant_claim_mismatch', { office: 'supervisory_board' })
  await refuses('human_presence_receipt_unknown', { human_presence_receipt: 'human_presence_receipt:none' })
  const ofBob = await world.presence(tenant, { subject: people.bob })
  await refuses('human_presence_subject_mismatch', { human_presence_receipt: ofBob })
  world.clock.advance(300_000)
  await refuses('human_presence_receipt_expired', { human_presence_receipt: ofBob })
  await world.admits('standing.grant', request)
  await refuses('standing_evaluation_consumed', {})
})
