import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fixtureTokens } from '@membrane/contract'
import { refusing, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const subject = 'human_person:ada'
const mail = { tenant, subject, effect_kind: 'mail.send', idempotency_key: 'reminder-1' }
const payment = { ...mail, effect_kind: 'payment.release', adapter: 'bank_sandbox', idempotency_key: 'pay-1' }

suite('effect.intent', () => {
  test('queues, and claims nothing', async () => {
    await using world = await World.start()
    const answer = await world.call('effect.intent', mail)
    assert.equal(answer.outcome, 'queued')
    assert.equal(answer.body.effectExecutionClaimed, false)
    assert.equal(answer.body.rawAdapterPayloadExposed, false)
    assert.match(answer.body.effectIntent, /^effect_intent:/)
    assert.match(answer.body.effectOutbox, /^effect_outbox:/)
    assert.equal(answer.body.sensitive, false)
    assert.deepEqual(world.runtime.recorder.deliveries, [])
  })

  test('a key stands for one intent of its subject in its tenant', async () => {
    await using world = await World.start()
    await world.admits('effect.intent', mail)
    await world.refuses('effect.intent', 'effect_idempotency_key_collision', {
      ...mail,
      effect_kind: 'other',
    })
    await world.admits('effect.intent', { ...mail, subject: 'human_person:bob' })
    await world.admits('effect.intent', { ...mail, subject: undefined })
    await world.refuses('effect.intent', 'effect_idempotency_key_collision', { ...mail, subject: undefined })
    await world.admits('effect.intent', { ...mail, tenant: 'tenant_node:other' })
  })

  test('of many callers with one key, one is admitted', async () => {
    await using world = await World.start()
    const answers = await Promise.all(Array.from({ length: 12 }, () => world.call('effect.intent', mail)))
    const outcomes = answers.map(({ outcome }) => outcome)
    assert.equal(outcomes.filter((outcome) => outcome === 'queued').length, 1)
    assert.equal(outcomes.filter((outcome) => outcome === 'refused').length, 11)
  })

  test('the key itself is kept nowhere', async () => {
    await using world = await World.start()
    await world.admits('effect.intent', { ...mail, idempotency_key: 'a telling key' })
    const commits = await world.runtime.store.commitsFrom(tenant, 0, 10)
    const kept = commits.map(({ leaf, atoms }) => Buffer.from(leaf).toString() + JSON.stringify(atoms)).join()
    assert.ok(!kept.includes('telling'))
  })

  test('a sensitive effect consumes a fresh presence once', async () => {
    await using world = await World.start()
    await world.refuses('effect.intent', 'effect_human_presence_required', payment)
    const human_presence_receipt = await world.presence(tenant, { subject })
    const body = await world.admits('effect.intent', { ...payment, human_presence_receipt })
    assert.equal(body.sensitive, true)
    const again = { ...payment, human_presence_receipt, idempotency_key: 'pay-2' }
    await world.refuses('effect.intent', 'human_presence_receipt_consumed', again)
    await world.admits('effect.intent', { ...mail, human_presence_receipt })
  })

  test('behind a real gate a receipt that served a login serves no effect', async () => {
    await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
    const token = await world.session(tenant)
    const consumed_by = ['auth.loginFinish']
    const human_presence_receipt = await world.presence(tenant, { subject, consumed_by })
    const request = { ...payment, human_presence_receipt }
    await world.refuses('effect.intent', 'human_presence_receipt_consumed', request, { token })
    const fresh = await world.presence(tenant, { subject })
    await world.admits('effect.intent', { ...payment, human_presence_receipt: fresh }, { token })
  })

  test('behind a real gate presence is of the caller, whomever the effect is about', async () => {
    await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
    const token = await world.session(tenant, { actor: 'human_person:bob' })
    const human_presence_receipt = await world.presence(tenant, { subject })
    for (const about of [subject, 'invoice:1']) {
      const request = { ...payment, subject: about, human_presence_receipt }
      await world.refuses('effect.intent', 'human_presence_subject_mismatch', request, { token })
    }
  })

  test('a built-in session acts for anybody', async () => {
    await using world = await World.start()
    const human_presence_receipt = await world.presence(tenant, { subject })
    const request = { ...payment, subject: 'invoice:1', human_presence_receipt }
    await world.admits('effect.intent', request, { token: fixtureTokens.primary })
  })
})

suite('a cited capability', () => {
  const manifest = {
    name: 'reminders',
    version: '1.0.0',
    publisher: 'human_person:eve',
    schema: { type: 'object' },
    predicate: 'holds',
    effect_grammar: [
      { effect_kind: 'mail.send', adapters: ['fixture'], modes: ['plain'] },
      { effect_kind: 'letter.send', sensitive: true },
    ],
    required_evidence: ['reminder'],
    attestations: ['professional_reviewer:bob'],
  }
  const evidence = ['evidence_bundle:reminder_june']

  test('bounds the effect, whichever way it is cited', async (t) => {
    await using world = await World.start()
    const { capability, capabilityManifest, durableState } = await world.admits('capability.publish', {
      tenant,
      ...manifest,
    })
    const within = { ...mail, mode: 'plain', evidence, capability_manifest: capabilityManifest }
    const body = await world.admits('effect.intent', within)
    assert.equal(body.capabilityManifest, capabilityManifest)
    const byCapability = { ...mail, mode: 'plain', evidence, capability, idempotency_key: 'b' }
    assert.equal((await world.admits('effect.intent', byCapability)).capabilityManifest, capabilityManifest)
    const cited = { ...mail, mode: 'plain', evidence: [...evidence, capability], idempotency_key: 'c' }
    assert.equal((await world.admits('effect.intent', cited)).capabilityManifest, capabilityManifest)

    const byEvidence = { ...cited, evidence: [...evidence, durableState.evidenceRef], idempotency_key: 'e' }
    assert.equal((await world.admits('effect.intent', byEvidence)).capabilityManifest, capabilityManifest)

    const refuses = refusing(t, world, 'effect.intent', { ...within, idempotency_key: 'd' })
    const violation = 'effect_capability_grammar_violation'
    await refuses(violation, { capability_manifest: null, evidence: byEvidence.evidence, mode: 'html' })
    await refuses(violation, { effect_kind: 'mail.send.all' })
    await refuses(violation, { effect_kind: undefined })
    await refuses(violation, { adapter: 'mock' })
    await refuses(violation, { mode: 'html' })
    await refuses(violation, { mode: undefined })
    await refuses('required_evidence_missing', { evidence: ['evidence_bundle:other'] })
    await refuses('capability_manifest_unknown', { capability_manifest: 'capability_manifest:none' })
    await refuses('capability_manifest_unknown', { tenant: 'tenant_node:other' })
  })

  test('is one of all that are cited: each must allow the effect', async (t) => {
    await using world = await World.start()
    const publishes = async (name: string, effect_grammar: object[], required_evidence: string[]) => {
      const published = { tenant, ...manifest, name, effect_grammar, required_evidence }
      return (await world.admits('capability.publish', published)).capabilityManifest
    }
    const allowing = await publishes('allowing', [{ effect_kind: 'mail.send' }], [])
    const forbidding = await publishes('forbidding', [{ effect_kind: 'letter.send' }], [])
    const careful = await publishes('careful', [{ effect_kind: 'mail.send', sensitive: true }], ['reminder'])

    const refuses = refusing(t, world, 'effect.intent', mail)
    const violation = 'effect_capability_grammar_violation'
    await refuses(violation, { evidence: [allowing, forbidding] })
    await refuses(violation, { capability_manifest: allowing, evidence: [forbidding] })
    const unknown = [allowing, 'capability_manifest:none']
    await refuses('capability_manifest_unknown', { evidence: unknown })
    await refuses('effect_human_presence_required', { evidence: [allowing, careful, ...evidence] })
    const human_presence_receipt = await world.presence(tenant, { subject })
    const present = { ...mail, human_presence_receipt }
    await refuses('required_evidence_missing', { ...present, evidence: [allowing, careful] })
    const whole = { ...present, evidence: [allowing, careful, allowing, ...evidence] }
    const body = await world.admits('effect.intent', whole)
    assert.deepEqual([body.capabilityManifest, body.sensitive], [allowing, true])
  })

  test('can call a kind sensitive, and never the reverse', async () => {
    await using world = await World.start()
    const grammar = [...manifest.effect_grammar, { effect_kind: 'payment', sensitive: false }]
    const published = { tenant, ...manifest, effect_grammar: grammar }
    const { capability } = await world.admits('capability.publish', published)
    for (const effect_kind of ['letter.send', 'payment']) {
      const request = { ...mail, effect_kind, evidence, capability, idempotency_key: effect_kind }
      await world.refuses('effect.intent', 'effect_human_presence_required', request)
      const human_presence_receipt = await world.presence(tenant, { subject })
      const body = await world.admits('effect.intent', { ...request, human_presence_receipt })
      assert.equal(body.sensitive, true)
    }
  })
})

test('refusals', async (t) => {
  await using world = await World.start()
  const other = await world.presence('tenant_node:other', { subject })
  const bobs = await world.presence(tenant, { subject: 'human_person:bob' })
  const stale = await world.presence(tenant, {
    subject,
    expires_at: new Date(world.clock.now()).toISOString(),
  })
  const refuses = refusing(t, world, 'effect.intent', payment)
  await refuses('effect_human_presence_required')
  await refuses('effect_human_presence_required', { human_presence_receipt: '' })
  await refuses('effect_human_presence_unknown', { human_presence_receipt: other })
  await refuses('human_presence_subject_mismatch', { human_presence_receipt: bobs })
  await refuses('human_presence_receipt_expired', { human_presence_receipt: stale })
  await refuses('effect_adapter_unknown', { effect_kind: 'mail', adapter: 'bank' })
  await refuses('effect_adapter_unknown', { effect_kind: 'mail', adapter: 'webhook' })
  await refuses('request_malformed', { effect_kind: 'mail', idempotency_key: ' ' })
})
