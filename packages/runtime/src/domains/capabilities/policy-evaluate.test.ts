import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { predicateResults, type Ref } from '@membrane/contract'
import { KeptStore, ManualClock, refusing, World } from '@membrane/testkit'

const evidence = 'evidence_bundle:invoice_payload_42'
const invoice = { kind: 'invoice', fields: { amount_cents: 4200, currency: 'EUR', tags: ['a', 'b'] } }
const context = { subject: 'human_person:ada', evidence_refs: [evidence], candidate_atom: invoice }

async function publish(world: World, expression: string, rest: object = {}): Promise<Ref> {
  const predicate = { language: 'cel', expression }
  const manifest = { publisher: 'human_person:ada', schema: true, predicate, ...rest }
  return (await world.admits('capability.publish', manifest)).capabilityManifest
}

async function resultOf(world: World, capabilityManifest: Ref, over: object = context): Promise<string> {
  const body = await world.admits('capability.policy.evaluate', { capabilityManifest, context: over })
  return body.decision.result
}

test('a predicate that holds is a decision on record', async () => {
  await using world = await World.start()
  const capabilityManifest = await publish(
    world,
    'candidate_atom.fields.amount_cents <= 5000 ? "holds" : "refuses"',
  )
  const answer = await world.call('capability.policy.evaluate', { capabilityManifest, context })
  assert.equal(answer.outcome, 'verified')
  assert.match(answer.body.policyEvaluation, /^policy_evaluation:/)
  assert.equal(answer.body.capabilityManifest, capabilityManifest)
  const { contextHash, ...decision } = answer.body.decision
  assert.match(contextHash, /^sha256:[0-9a-f]{64}$/)
  assert.deepEqual(decision, {
    holds: true,
    requiresIntervention: [],
    result: 'holds',
    requiresEvidence: [],
    reservations: [],
    manifestHash: `sha256:${capabilityManifest.split(':')[1]}`,
  })
  assert.notEqual(answer.receipt.commit, null)
  const dear = { ...context, candidate_atom: { fields: { amount_cents: 5001 } } }
  assert.equal(await resultOf(world, capabilityManifest, dear), 'refuses')
})

test('the keys of a context are taken at top level too, and mean the same', async () => {
  await using world = await World.start()
  const capabilityManifest = await publish(world, 'subject == "human_person:ada" ? "holds" : "refuses"')
  const nested = await world.admits('capability.policy.evaluate', { capabilityManifest, context })
  const flat = await world.admits('capability.policy.evaluate', { capabilityManifest, ...context })
  assert.deepEqual(flat.decision, nested.decision)
})

test('only holds and admits_under_reservation hold', async () => {
  await using world = await World.start()
  for (const word of predicateResults) {
    const capabilityManifest = await publish(world, `"${word}"`)
    const { decision } = await world.admits('capability.policy.evaluate', { capabilityManifest, context })
    assert.equal(decision.result, word)
    assert.equal(decision.holds, word === 'holds' || word === 'admits_under_reservation')
    assert.deepEqual(
      decision.requiresIntervention,
      word === 'requires_intervention' ? [capabilityManifest] : [],
    )
    assert.deepEqual(decision.reservations, word === 'admits_under_reservation' ? [capabilityManifest] : [])
  }
})

test('of a manifest and all that it imports the most restrictive answer wins', async () => {
  await using world = await World.start()
  const [strictest, ...rest] = predicateResults.toReversed().entries().toArray().toReversed()
  assert.equal(strictest![1], 'refuses')
  let below = await publish(world, '"holds"', { name: 'base' })
  for (const [rank, word] of rest.toReversed()) {
    below = await publish(world, `"${word}"`, { name: `rank ${rank}`, imports: [below] })
    const top = await publish(world, '"holds"', { name: `over ${rank}`, imports: [below] })
    assert.equal(await resultOf(world, top), word)
  }
})

test('required evidence that is absent is asked for by name', async () => {
  await using world = await World.start()
  const required_evidence = ['invoice_payload', 'evidence_bundle:advisor_review']
  const strict = await publish(world, '"holds"', { required_evidence })
  const evaluate = async (evidence_refs: Ref[]) => {
    const body = { capabilityManifest: strict, context: { ...context, evidence_refs } }
    return (await world.admits('capability.policy.evaluate', body)).decision
  }
  const none = await evaluate([])
  assert.equal(none.result, 'requires_evidence')
  assert.equal(none.holds, false)
  assert.deepEqual(none.requiresEvidence, required_evidence)
  assert.deepEqual((await evaluate([evidence])).requiresEvidence, ['evidence_bundle:advisor_review'])
  const all = await evaluate([evidence, 'evidence_bundle:advisor_review:7'])
  assert.equal(all.result, 'holds')
  const refusing = await publish(world, '"refuses"', { required_evidence })
  assert.equal(await resultOf(world, refusing, { ...context, evidence_refs: [] }), 'refuses')
})

test('a capability stands for its newest manifest', async () => {
  await using world = await World.start()
  const named = { name: 'approval' }
  const old = await publish(world, '"refuses"', { ...named, version: '1.0.0' })
  const newest = await publish(world, '"holds"', { ...named, version: '1.1.0' })
  const body = await world.admits('capability.policy.evaluate', { capability: 'capability:approval' })
  assert.equal(body.capabilityManifest, newest)
  const pair = { capability: 'capability:approval', capabilityManifest: old }
  assert.equal((await world.admits('capability.policy.evaluate', pair)).decision.result, 'refuses')
  await world.refuses('capability.policy.evaluate', 'capability_manifest_unknown', {
    ...pair,
    capability: 'capability:other',
  })
})

test('a manifest survives a restart, and is evaluated as before', async () => {
  const openStore = new KeptStore(new ManualClock().now).open
  const before = await World.start({ openStore })
  const base = await publish(before, '"admits_under_reservation"', { name: 'base' })
  const capabilityManifest = await publish(before, '"holds"', { name: 'approval', imports: [base] })
  const decided = await before.admits('capability.policy.evaluate', { capabilityManifest, context })
  await before[Symbol.asyncDispose]()
  await using after = await World.start({ openStore })
  const again = await after.admits('capability.policy.evaluate', {
    capability: 'capability:approval',
    context,
  })
  assert.deepEqual(again.decision, decided.decision)
  assert.deepEqual(again.decision.reservations, [base])
  assert.equal(again.durableState.durable, true)
})

test('refusals', async (t) => {
  await using world = await World.start()
  const expression = 'candidate_atom.fields.amount_cents <= 5000 ? "holds" : "refuses"'
  const capabilityManifest = await publish(world, expression)
  const refuses = refusing(t, world, 'capability.policy.evaluate', { capabilityManifest, context })

  await refuses('capability_manifest_unknown', { capabilityManifest: 'capability_manifest:none' })
  await refuses('capability_manifest_unknown', { capabilityManifest: null })
  const placed = { candidate_atom: { kind: 7 } }
  const evaluate = 'capability.policy.evaluate'
  const inside = await world.refuses(evaluate, 'request_malformed', { context: placed })
  assert.equal(inside.body.fields[0].path, '/context/candidate_atom/kind')
  const beside = await world.refuses(evaluate, 'request_malformed', placed)
  assert.equal(beside.body.fields[0].path, '/candidate_atom/kind')
  await refuses('request_malformed', { context: { subject: 'nobody' } })
  await refuses('request_malformed', { context: { evidence_refs: ['none'] } })
  await refuses('request_malformed', { context: { evidence_refs: evidence } })
  await refuses('request_malformed', { context: { candidate_atom: [] } })
  await refuses('request_malformed', { context: { candidate_atom: { kind: 7 } } })
  await refuses('request_malformed', { context: { candidate_atom: { fields: 'all' } } })
  await refuses('capability_policy_evaluation_failed', { context: {} })
  await refuses('capability_policy_evaluation_failed', {
    context: { candidate_atom: { fields: { amount_cents: 'x' } } },
  })
})

suite('a context larger than a predicate was bounded for is refused', () => {
  const fields = (value: unknown) => ({ candidate_atom: { fields: { value } } })
  const oversized: Readonly<Record<string, object>> = {
    evidence: { evidence_refs: Array.from({ length: 257 }, (_, at) => `evidence_bundle:${at}`) },
    entries: fields(Array(257).fill(1)),
    names: fields(Object.fromEntries(Array.from({ length: 129 }, (_, at) => [`name_${at}`, at]))),
    values: fields(Array(20).fill(Array(200).fill(1))),
    text: fields('x'.repeat(2_049)),
    subject: { subject: `human_person:${'x'.repeat(2_049)}` },
  }
  for (const [name, over] of Object.entries(oversized)) {
    test(name, async () => {
      await using world = await World.start()
      const capabilityManifest = await publish(world, '"holds"')
      const body = { capabilityManifest, context: over }
      const answer = await world.refuses(
        'capability.policy.evaluate',
        'capability_policy_evaluation_failed',
        body,
      )
      assert.match(answer.body.detail, /larger than an evaluation looks at/)
    })
  }
})
