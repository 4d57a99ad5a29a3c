import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { WebhookReceiver, World, type Received } from '@membrane/testkit'
import type { Delivery } from '../admission/acts.ts'
import { formatSecret, parseSecret } from './standard-webhooks.ts'
import { Webhook, type WebhookOptions } from './webhook.ts'

const tenant = 'tenant_node:fixture'
const key = new Uint8Array(32).fill(7)
const now = Date.parse('2026-06-15T12:00:00.000Z')
const act: Delivery = {
  do: 'deliver',
  adapter: 'webhook',
  attempt: 'effect_attempt:1',
  key: 'msg_1',
  fail: false,
  message: { effect_intent: 'effect_intent:1' },
}

function deliver(url: string, rest: Partial<WebhookOptions> = {}) {
  return new Webhook({ url, key, clock: () => now, ...rest }).deliver(act)
}

/** Verifies as a receiver does, on the day of the delivery. */
function verify(t: TestContext, secret: string, { body, headers }: Received): unknown {
  t.mock.timers.enable({ apis: ['Date'], now })
  try {
    return new Verifier(secret).verify(body, headers as Record<string, string>)
  } finally {
    t.mock.timers.reset()
  }
}

suite('a webhook', () => {
  test('is signed so that another implementation verifies it', async (t) => {
    await using hooks = await WebhookReceiver.start((response) => response.writeHead(202).end())
    const { status, reasons } = await deliver(hooks.url)
    assert.deepEqual([status, reasons], ['executed', ['effect_webhook_status_202']])
    const [first] = hooks.received
    assert.equal(first!.headers['webhook-id'], 'msg_1')
    assert.equal(first!.headers.host, `127.0.0.1:${hooks.port}`)
    const payload = verify(t, formatSecret(key), first!)
    assert.deepEqual(payload, {
      type: 'membrane.effect',
      timestamp: new Date(now).toISOString(),
      data: act.message,
    })
    assert.throws(() => verify(t, formatSecret(new Uint8Array(32)), first!))
    assert.throws(() => verify(t, formatSecret(key), { ...first!, body: `${first!.body} ` }))
    const renamed = { ...first!, headers: { ...first!.headers, 'webhook-id': 'msg_2' } }
    assert.throws(() => verify(t, formatSecret(key), renamed))
  })

  test('follows no redirect', async () => {
    await using target = await WebhookReceiver.start((response) => response.end())
    await using hooks = await WebhookReceiver.start((response) =>
      response.writeHead(307, { location: target.url }).end(),
    )
    const { status, reasons } = await deliver(hooks.url)
    assert.deepEqual([status, reasons], ['failed', ['effect_webhook_redirect_refused']])
    assert.deepEqual(target.received, [])
  })

  test('that is refused is a failure', async () => {
    await using hooks = await WebhookReceiver.start((response) => response.writeHead(500).end('a long story'))
    const { status, reasons } = await deliver(hooks.url)
    assert.deepEqual([status, reasons], ['failed', ['effect_webhook_status_500']])
  })

  test('reads nothing of an answer, however long it is', async () => {
    const closed = Promise.withResolvers<void>()
    await using hooks = await WebhookReceiver.start((response) => {
      response.on('close', closed.resolve)
      response.writeHead(200)
      const fill = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', fill)
      fill()
    })
    assert.equal((await deliver(hooks.url)).status, 'executed')
    await closed.promise
  })

  test('that nobody answers, or whose connection breaks, may have been taken', async () => {
    await using silent = await WebhookReceiver.start(() => undefined)
    const late = await deliver(silent.url, { timeoutMs: 1000 })
    assert.deepEqual([late.status, late.reasons], ['indeterminate', ['effect_webhook_timed_out']])
    await using broken = await WebhookReceiver.start((response) => response.destroy())
    const cut = await deliver(broken.url)
    assert.deepEqual([cut.status, cut.reasons], ['indeterminate', ['effect_webhook_broke_off']])
  })

  test('that finds nobody, or a name that leads inside, reaches nobody', async () => {
    const hooks = await WebhookReceiver.start((response) => response.end())
    await hooks[Symbol.asyncDispose]()
    const gone = await deliver(hooks.url)
    assert.deepEqual([gone.status, gone.reasons], ['failed', ['effect_webhook_unreachable']])
    const inside = await deliver('http://hooks.example/in', { resolve: async () => ['10.0.0.1'] })
    assert.deepEqual([inside.status, inside.reasons], ['failed', ['effect_webhook_address_refused']])
    const nowhere = await deliver('http://hooks.example/in', {
      resolve: async () => Promise.reject(new Error('ENOTFOUND')),
    })
    assert.deepEqual([nowhere.status, nowhere.reasons], ['failed', ['effect_webhook_unreachable']])
    const slow = await deliver('http://hooks.example/in', {
      timeoutMs: 10,
      resolve: () => new Promise<never>(() => undefined),
    })
    assert.deepEqual([slow.status, slow.reasons], ['failed', ['effect_webhook_unreachable']])
  })

  test('goes to the address that was checked, whatever the name leads to afterwards', async () => {
    await using hooks = await WebhookReceiver.start((response) => response.end())
    const asked: string[] = []
    const webhook = new Webhook({
      url: `http://localhost:${hooks.port}/in`,
      key,
      clock: () => now,
      resolve: async (host) => {
        asked.push(host)
        return ['127.0.0.1']
      },
    })
    assert.equal((await webhook.deliver(act)).status, 'executed')
    assert.deepEqual(asked, ['localhost'])
    assert.equal(hooks.received[0]!.headers.host, `localhost:${hooks.port}`)
  })
})

suite('the secret', () => {
  test('has one form', () => {
    assert.deepEqual(parseSecret(formatSecret(key)), Buffer.from(key))
    for (const secret of [
      '',
      'whsec_',
      formatSecret(key).slice(6),
      formatSecret(new Uint8Array(23)),
      'whsec_*',
    ])
      assert.equal(parseSecret(secret), undefined, secret)
  })
})

suite('an effect through the webhook', () => {
  test('is delivered once, and again under the same id where its end is unknown', async (t) => {
    let answers = false
    await using hooks = await WebhookReceiver.start((response) =>
      answers ? response.end() : response.destroy(),
    )
    const secret = formatSecret(key)
    const settings = { MEMBRANE_WEBHOOK_URL: hooks.url, MEMBRANE_WEBHOOK_SECRET: secret }
    await using world = await World.start({ settings })
    const request = { tenant, effect_kind: 'mail.send', adapter: 'webhook', idempotency_key: 'secret words' }
    const { effectIntent: effect_intent } = await world.admits('effect.intent', request)
    const rehearsed = await world.call('effect.dispatch', { tenant, effect_intent, fail_fixture: true })
    assert.equal(rehearsed.outcome, 'failed')
    assert.equal(hooks.received.length, 0)

    const lost = await world.call('effect.dispatch', { tenant, effect_intent })
    assert.equal(lost.outcome, 'failed')
    assert.deepEqual(lost.receipt.reasons, ['effect_attempt_indeterminate', 'effect_webhook_broke_off'])
    const { intents } = await world.admits('effect.outbox')
    assert.deepEqual([intents[0].status, intents[0].nextStep], ['indeterminate', 'dispatch'])
    await world.call('effect.dispatch', { tenant, effect_intent, fail_fixture: true })
    const after = await world.admits('effect.outbox')
    assert.equal(after.intents[0].status, 'indeterminate')

    answers = true
    assert.equal((await world.call('effect.dispatch', { tenant, effect_intent })).outcome, 'executed')
    assert.equal((await world.call('effect.dispatch', { tenant, effect_intent })).outcome, 'executed')
    assert.equal(hooks.received.length, 2)
    const [first, second] = hooks.received
    assert.equal(first!.headers['webhook-id'], second!.headers['webhook-id'])
    const { data } = verify(t, secret, second!) as { data: Record<string, unknown> }
    assert.equal(data.effect_intent, effect_intent)
    assert.ok(!second!.body.includes('secret words'))
  })
})
