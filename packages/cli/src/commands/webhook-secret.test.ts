import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { KeptStore, ManualClock, WebhookReceiver, World } from '@membrane/testkit'
import { Webhook } from 'standardwebhooks'
import { membrane } from '../testing/terminal.ts'

test('the secret that is printed verifies what a server of the same data folder delivers', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'membrane-secret-'))
  t.after(() => rmSync(dir, { recursive: true }))
  const none = await membrane(`webhook-secret --data-dir ${dir}`)
  assert.deepEqual([none.code, /there is no keyring/.test(none.err)], [1, true])
  await using hooks = await WebhookReceiver.start((response) => response.end())
  const settings = {
    MEMBRANE_DATABASE_URL: 'postgres://kept',
    MEMBRANE_DATA_DIR: dir,
    MEMBRANE_WEBHOOK_URL: hooks.url,
  }
  const store = new KeptStore(new ManualClock().now)
  await using world = await World.start({ settings, openStore: store.open })
  const intent = { effect_kind: 'mail', adapter: 'webhook', idempotency_key: 'mail-1' }
  const { effectIntent } = await world.admits('effect.intent', intent)
  await world.admits('effect.dispatch', { effect_intent: effectIntent })
  const { code, out } = await membrane(`webhook-secret --data-dir ${dir}`)
  assert.equal(code, 0)
  const { body, headers } = hooks.received[0]!
  t.mock.timers.enable({ apis: ['Date'], now: world.clock.now() })
  new Webhook(out.trim()).verify(body, headers as Record<string, string>)
  const again = await membrane(`webhook-secret --json --data-dir ${dir}`)
  assert.deepEqual(JSON.parse(again.out), { webhook_secret: out.trim() })
  const MEMBRANE_WEBHOOK_SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const set = await membrane('webhook-secret', { env: { MEMBRANE_WEBHOOK_SECRET } })
  assert.equal(set.out.trim(), MEMBRANE_WEBHOOK_SECRET)
})
