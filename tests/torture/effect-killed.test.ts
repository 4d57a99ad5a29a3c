import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { limits } from '@membrane/contract'
import { formatSecret, webhookKey } from '@membrane/runtime'
import { startPostgres, WebhookReceiver, World } from '@membrane/testkit'
import { Webhook } from 'standardwebhooks'
import { ServerProcess } from './server-process.ts'

const tenant = 'tenant_node:killed'
const leaseMs = limits.adapterTimeoutMs + limits.effectLeaseGraceMs

async function post(url: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as { outcome: string; body: Record<string, string> }
}

/** Kills a server in the middle of a dispatch, as soon as `reached` says that its call is under way. */
async function killMidway(t: TestContext, webhookUrl: string, reached: Promise<unknown>) {
  const databaseUrl = await (await startPostgres()).database()
  const dataDir = mkdtempSync(join(tmpdir(), 'membrane-killed-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const server = await ServerProcess.start({
    MEMBRANE_DATABASE_URL: databaseUrl,
    MEMBRANE_DATA_DIR: dataDir,
    MEMBRANE_WEBHOOK_URL: webhookUrl,
  })
  const intent = { tenant, effect_kind: 'mail.send', adapter: 'webhook', idempotency_key: 'mail-1' }
  const { body } = await post(server.url, '/v1/effects/intent', intent)
  const effect_intent = body.effectIntent!
  const dispatch = post(server.url, '/v1/effects/dispatch', { tenant, effect_intent })
  const unanswered = assert.rejects(dispatch, 'the dispatch was answered before the kill')
  await reached
  await server.kill()
  await unanswered
  return { databaseUrl, dataDir, effect_intent }
}

/** A server over what was left, at the time of the kill. */
async function startAgain({ databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }, url: string) {
  const settings = { MEMBRANE_WEBHOOK_URL: url }
  const world = await World.start({ databaseUrl, dataDir, settings })
  world.clock.advance(Date.now() - world.clock.now())
  return world
}

/** What the outbox says, from the kill until the effect is done. */
async function tellTruth(world: World, effect_intent: string): Promise<void> {
  const line = async () => (await world.admits('effect.outbox', { tenant })).intents[0]
  const running = await line()
  assert.deepEqual([running.status, running.attempts, running.nextStep], ['dispatching', 1, 'wait'])
  await world.refuses('effect.dispatch', 'effect_dispatch_in_flight', { tenant, effect_intent })
  world.clock.advance(leaseMs)
  const lost = await line()
  assert.deepEqual(
    [lost.status, lost.lastAttempt.status, lost.nextStep],
    ['indeterminate', 'indeterminate', 'dispatch'],
  )
  const { outcome } = await world.call('effect.dispatch', { tenant, effect_intent })
  assert.equal(outcome, 'executed')
  const done = await line()
  assert.deepEqual([done.status, done.attempts, done.nextStep], ['executed', 2, 'none'])
}

suite('a server killed in the middle of a dispatch', () => {
  test('before its call arrived: the receiver saw one delivery, of the second attempt', async (t) => {
    const connected = Promise.withResolvers<void>()
    const silent = createServer((socket) => {
      t.after(() => socket.destroy())
      socket.resume().on('error', () => undefined)
      connected.resolve()
    })
    t.after(() => silent.close())
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as AddressInfo
    const left = await killMidway(t, `https://127.0.0.1:${port}/in`, connected.promise)

    await using hooks = await WebhookReceiver.start((response) => response.end())
    await using world = await startAgain(left, hooks.url)
    await tellTruth(world, left.effect_intent)
    assert.equal(hooks.received.length, 1)
  })

  test('after its call arrived: the receiver saw one delivery an attempt, both under one id', async (t) => {
    const arrived = Promise.withResolvers<void>()
    let answers = false
    await using hooks = await WebhookReceiver.start((response) => {
      if (answers) response.end()
      else arrived.resolve()
    })
    const left = await killMidway(t, hooks.url, arrived.promise)
    answers = true
    await using world = await startAgain(left, hooks.url)
    await tellTruth(world, left.effect_intent)

    const verifier = new Webhook(formatSecret(webhookKey(world.runtime.keyring)))
    const seen = hooks.received.map(({ headers, body }) => {
      t.mock.timers.enable({ apis: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 })
      const { data } = verifier.verify(body, headers as Record<string, string>) as {
        data: { effect_attempt: string }
      }
      t.mock.timers.reset()
      return { id: headers['webhook-id'], attempt: data.effect_attempt }
    })
    assert.equal(seen.length, 2)
    assert.equal(new Set(seen.map(({ id }) => id)).size, 1)
    assert.equal(new Set(seen.map(({ attempt }) => attempt)).size, 2)
  })
})
