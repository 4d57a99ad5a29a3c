import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { limits } from '@membrane/contract'
import type { Outside } from '@membrane/runtime'
import { FaultyStore, KeptStore, ManualClock, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const leaseMs = limits.adapterTimeoutMs + limits.effectLeaseGraceMs

async function queue(world: World, rest: object = {}): Promise<string> {
  const request = { tenant, subject: 'human_person:ada', effect_kind: 'mail.send', idempotency_key: 'mail-1' }
  return (await world.admits('effect.intent', { ...request, ...rest })).effectIntent
}

async function lineOf(world: World, intent: string) {
  const { intents } = await world.admits('effect.outbox', { tenant })
  return intents.find(({ effectIntent }: { effectIntent: string }) => effectIntent === intent)
}

/** An outside whose calls can be held, or lost as in a crash; everything else passes through. */
function breakable() {
  let mode: 'pass' | 'hold' | 'lose before' | 'lose after' = 'pass'
  let called = 0
  let release = (): void => undefined
  let arrived = (): void => undefined
  const at = Promise.withResolvers<void>()
  arrived = at.resolve
  const wrap = (inner: Outside): Outside => ({
    adapter: (name) => inner.adapter(name),
    async perform(act) {
      if (mode === 'lose before') throw new Error('crashed before the call')
      if (mode === 'hold') {
        const gate = Promise.withResolvers<void>()
        release = gate.resolve
        arrived()
        await gate.promise
      }
      const done = await inner.perform(act)
      called++
      if (mode === 'lose after') throw new Error('crashed after the call')
      return done
    },
  })
  return {
    wrap,
    set: (next: typeof mode): void => {
      mode = next
    },
    called: () => called,
    arrived: at.promise,
    release: (): void => release(),
  }
}

suite('effect.dispatch', () => {
  test('calls the adapter once, however often it is asked', async () => {
    await using world = await World.start()
    const effect_intent = await queue(world)
    const first = await world.call('effect.dispatch', { tenant, effect_intent })
    assert.equal(first.outcome, 'executed')
    assert.equal(first.body.externalActDuplicated, false)
    assert.equal(first.body.rawAdapterPayloadExposed, false)
    assert.match(first.body.effectReceipt, /^effect_receipt:/)
    const again = await world.call('effect.dispatch', { tenant, idempotency_key: 'mail-1' })
    assert.equal(again.outcome, 'executed')
    assert.equal(again.body.effectReceipt, first.body.effectReceipt)
    assert.notEqual(again.body.effectAttempt, first.body.effectAttempt)
    assert.equal(world.runtime.recorder.deliveries.length, 1)
    const line = await lineOf(world, effect_intent)
    assert.equal(line.status, 'executed')
    assert.equal(line.attempts, 2)
    assert.equal(line.lastAttempt.effectAttempt, first.body.effectAttempt)
    assert.equal(line.nextStep, 'none')
  })

  test('the attempt is on record before the call and its end after', async () => {
    const outside = breakable()
    await using world = await World.start({ outside: outside.wrap })
    const effect_intent = await queue(world)
    outside.set('hold')
    const running = world.call('effect.dispatch', { tenant, effect_intent })
    await outside.arrived
    const line = await lineOf(world, effect_intent)
    assert.equal(line.status, 'dispatching')
    assert.equal(line.lastAttempt.status, 'started')
    assert.equal(line.nextStep, 'wait')
    const second = await world.refuses('effect.dispatch', 'effect_dispatch_in_flight', {
      tenant,
      effect_intent,
    })
    assert.equal(second.headers.get('retry-after'), '1')
    outside.release()
    const { body, outcome } = await running
    assert.equal(outcome, 'executed')
    const { commits } = await world.admits('commit.recent', { tenant, operation: 'effect.dispatch' })
    const shown = commits.map((commit: { outcome: string; atoms: { ref: string; version: number }[] }) => {
      const attempt = commit.atoms.find(({ ref }) => ref === body.effectAttempt)
      return [commit.outcome, attempt?.version]
    })
    assert.deepEqual(shown, [
      ['executed', 2],
      ['pending', 1],
    ])
  })

  test('of many callers at once, one calls the adapter', async () => {
    await using world = await World.start()
    const effect_intent = await queue(world)
    const calls = Array.from({ length: 10 }, () => world.call('effect.dispatch', { tenant, effect_intent }))
    for (const { outcome, body } of await Promise.all(calls))
      assert.ok(outcome === 'executed' || body.refusal_code === 'effect_dispatch_in_flight')
    assert.equal(world.runtime.recorder.deliveries.length, 1)
  })

  test('after a failure a dispatch tries again', async () => {
    await using world = await World.start()
    const effect_intent = await queue(world)
    const failed = await world.call('effect.dispatch', { tenant, effect_intent, fail_fixture: true })
    assert.equal(failed.outcome, 'failed')
    assert.equal(failed.status, 200)
    assert.equal(failed.body.effectReceipt, null)
    assert.deepEqual(world.runtime.recorder.deliveries, [])
    assert.equal((await lineOf(world, effect_intent)).nextStep, 'dispatch')
    const tried = await world.call('effect.dispatch', { tenant, effect_intent })
    assert.equal(tried.outcome, 'executed')
    const late = await world.call('effect.dispatch', { tenant, effect_intent, fail_fixture: true })
    assert.equal(late.body.effectReceipt, tried.body.effectReceipt)
    assert.equal((await lineOf(world, effect_intent)).attempts, 3)
  })

  test('a dry run never calls', async () => {
    await using world = await World.start()
    const effect_intent = await queue(world, { dry_run: true })
    const failed = await world.call('effect.dispatch', { tenant, effect_intent, fail_fixture: true })
    assert.equal(failed.outcome, 'failed')
    const { outcome, receipt, body } = await world.call('effect.dispatch', { tenant, effect_intent })
    assert.equal(outcome, 'executed')
    assert.deepEqual(receipt.reasons, ['effect_dry_run'])
    assert.notEqual(body.effectReceipt, null)
    assert.deepEqual(world.runtime.recorder.deliveries, [])
  })

  for (const when of ['lose before', 'lose after'] as const) {
    test(`an attempt that crashed (${when} the call) is indeterminate and not repeated`, async () => {
      const outside = breakable()
      await using world = await World.start({ outside: outside.wrap })
      const effect_intent = await queue(world)
      outside.set(when)
      await world.refuses('effect.dispatch', 'internal_error', { tenant, effect_intent })
      outside.set('pass')
      world.clock.advance(leaseMs - 1)
      await world.refuses('effect.dispatch', 'effect_dispatch_in_flight', { tenant, effect_intent })
      world.clock.advance(1)
      const shown = await lineOf(world, effect_intent)
      assert.deepEqual(
        [shown.status, shown.lastAttempt.status, shown.nextStep],
        ['indeterminate', 'indeterminate', 'reconcile'],
      )
      const lost = outside.called()
      for (let round = 0; round < 2; round++) {
        const { outcome, receipt, body } = await world.call('effect.dispatch', { tenant, effect_intent })
        assert.equal(outcome, 'failed')
        assert.deepEqual(receipt.reasons, ['effect_attempt_indeterminate'])
        assert.equal(body.effectReceipt, null)
      }
      assert.equal(outside.called(), lost)
      const line = await lineOf(world, effect_intent)
      assert.equal(line.status, 'indeterminate')
      assert.equal(line.attempts, 3)
    })
  }

  test('an answer that comes after its lease is still what became of the act', async () => {
    const outside = breakable()
    await using world = await World.start({ outside: outside.wrap })
    const effect_intent = await queue(world)
    outside.set('hold')
    const slow = world.call('effect.dispatch', { tenant, effect_intent })
    await outside.arrived
    world.clock.advance(leaseMs)
    const meanwhile = await world.call('effect.dispatch', { tenant, effect_intent })
    assert.equal(meanwhile.outcome, 'failed')
    outside.release()
    const { outcome, body } = await slow
    assert.equal(outcome, 'executed')
    const line = await lineOf(world, effect_intent)
    assert.equal(line.status, 'executed')
    assert.equal(line.effectReceipt, body.effectReceipt)
    assert.equal(line.lastAttempt.effectAttempt, body.effectAttempt)
  })

  test('under an Idempotency-Key the answer is kept once the act is done, not before', async () => {
    const outside = breakable()
    await using world = await World.start({ outside: outside.wrap })
    const effect_intent = await queue(world)
    const keyed = { headers: { 'idempotency-key': 'dispatch-1' } }
    outside.set('lose after')
    await world.refuses('effect.dispatch', 'internal_error', { tenant, effect_intent }, keyed)
    outside.set('pass')
    await world.refuses('effect.dispatch', 'effect_dispatch_in_flight', { tenant, effect_intent }, keyed)
    const other = await queue(world, { idempotency_key: 'mail-2' })
    const request = { tenant, effect_intent: other }
    const second = { headers: { 'idempotency-key': 'dispatch-2' } }
    const first = await world.call('effect.dispatch', request, second)
    const replay = await world.call('effect.dispatch', request, second)
    assert.equal(replay.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(replay.envelope, first.envelope)
    assert.equal((await lineOf(world, other)).attempts, 1)
  })

  test('a session that ends during the call does not keep its end off the record', async () => {
    const outside = breakable()
    await using world = await World.start({
      outside: outside.wrap,
      settings: { MEMBRANE_BEARER: 'writes' },
    })
    const token = await world.session(tenant)
    const own = { token }
    const request = { tenant, effect_kind: 'mail', idempotency_key: 'm' }
    const { effectIntent } = await world.admits('effect.intent', request, own)
    outside.set('hold')
    const running = world.call('effect.dispatch', { tenant, effect_intent: effectIntent }, own)
    await outside.arrived
    world.clock.advance(3_600_000)
    outside.release()
    assert.equal((await running).outcome, 'executed')
  })
})

/** A clock whose waits bring the store back, after so many of them. */
class Recovery extends ManualClock {
  readonly faults = new FaultyStore()
  #waits: number

  constructor(waits: number) {
    super()
    this.#waits = waits
  }

  override readonly wait = async (ms: number): Promise<void> => {
    this.advance(ms)
    if (--this.#waits === 0) this.faults.release()
  }

  /** The store is gone once the act is done. */
  readonly wrap = (inner: Outside): Outside => ({
    adapter: (name) => inner.adapter(name),
    perform: async (act) => {
      const done = await inner.perform(act)
      this.faults.fail()
      return done
    },
  })
}

suite('while the store is away', () => {
  test('what was done is put on record once it is back', async () => {
    const clock = new Recovery(limits.completionTriesMax - 1)
    await using world = await World.start({ clock, store: clock.faults.wrap, outside: clock.wrap })
    const effect_intent = await queue(world)
    assert.equal((await world.call('effect.dispatch', { tenant, effect_intent })).outcome, 'executed')
    assert.deepEqual(await lineOf(world, effect_intent).then(({ status, attempts }) => [status, attempts]), [
      'executed',
      1,
    ])
  })

  test('for longer than a call may wait, the attempt stays open until its lease has run out', async () => {
    const clock = new Recovery(limits.completionTriesMax)
    await using world = await World.start({ clock, store: clock.faults.wrap, outside: clock.wrap })
    const effect_intent = await queue(world)
    await world.refuses('effect.dispatch', 'store_unavailable', { tenant, effect_intent })
    clock.faults.release()
    assert.equal((await lineOf(world, effect_intent)).status, 'dispatching')
    clock.advance(leaseMs)
    assert.equal((await lineOf(world, effect_intent)).status, 'indeterminate')
  })
})

suite('refusals', () => {
  test('an intent is known, of the tenant, and named without doubt', async () => {
    await using world = await World.start()
    const effect_intent = await queue(world)
    await queue(world, { subject: 'human_person:bob' })
    const unknown = 'effect_intent_unknown'
    await world.refuses('effect.dispatch', unknown, { tenant })
    await world.refuses('effect.dispatch', unknown, { tenant, effect_intent: 'effect_intent:none' })
    await world.refuses('effect.dispatch', unknown, { tenant, idempotency_key: 'none' })
    await world.refuses('effect.dispatch', unknown, { tenant: 'tenant_node:other', effect_intent })
    await world.refuses('effect.dispatch', 'effect_intent_ambiguous', { tenant, idempotency_key: 'mail-1' })
    const both = { tenant, effect_intent, idempotency_key: 'none' }
    assert.equal((await world.call('effect.dispatch', both)).outcome, 'executed')
  })

  test('an adapter that this runtime cannot reach any more', async () => {
    const store = new KeptStore(new ManualClock().now)
    const settings = { MEMBRANE_WEBHOOK_URL: 'http://127.0.0.1:9/none' }
    const openStore = store.open
    const before = await World.start({ openStore, settings })
    const effect_intent = await queue(before, { adapter: 'webhook' })
    await before[Symbol.asyncDispose]()
    await using after = await World.start({ openStore })
    await after.refuses('effect.dispatch', 'effect_adapter_unknown', { tenant, effect_intent })
    assert.equal((await lineOf(after, effect_intent)).nextStep, 'configure_adapter')
  })
})
