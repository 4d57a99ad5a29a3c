import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@membrane/contract'
import { createMembrane, MembraneError, type MembraneOptions } from './index.ts'
import { readRetryAfter } from './retry.ts'
import { answers, refuses, scriptedServer } from './testing/scripted-server.ts'

const claim = operations['standing.claim'].example as never
const done = answers(200, 'admitted', { standing_claim: 'standing_claim:1' })
const later = refuses(503, 'store_unavailable', { retryable: true })

/** A client whose waits are over at once and written down. */
function client(url: string, rest: Partial<MembraneOptions> = {}) {
  const waits: number[] = []
  const sleep = async (ms: number): Promise<void> => void waits.push(ms)
  return { waits, membrane: createMembrane({ baseUrl: url, sleep, random: () => 0.5, ...rest }) }
}

test('503 then 200: one commit, under one Idempotency-Key, after what Retry-After asks and jitter', async () => {
  await using server = await scriptedServer(
    refuses(503, 'store_unavailable', { retryable: true }, { 'retry-after': '2' }),
    done,
  )
  const { membrane, waits } = client(server.url)
  const result = await membrane.standingClaim(claim)
  assert.equal(result.outcome, 'admitted')
  assert.deepEqual(waits, [2100])
  const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
  assert.equal(keys.length, 2)
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
  assert.equal(keys[0], keys[1])
  assert.equal(server.seen[0]!.body, server.seen[1]!.body)
})

test('two calls never share a key; a key of the caller is sent as it is', async () => {
  await using server = await scriptedServer(done)
  const { membrane } = client(server.url)
  await membrane.standingClaim(claim)
  await membrane.standingClaim(claim)
  await membrane.standingClaim(claim, { idempotencyKey: 'claim of 1 May' })
  const [first, second, third] = server.seen.map(({ headers }) => headers['idempotency-key'])
  assert.notEqual(first, second)
  assert.equal(third, 'claim of 1 May')
})

test('the bound of a wait doubles up to the longest; the tries end and the refusal is the result', async () => {
  await using server = await scriptedServer(later)
  const { membrane, waits } = client(server.url, { retries: 5, retryMaxMs: 1000, random: () => 0.999 })
  const result = await membrane.standingClaim(claim)
  assert.ok(result.outcome === 'refused' && result.code === 'store_unavailable')
  assert.deepEqual(waits, [199, 399, 799, 999, 999])
  assert.equal(server.seen.length, 6)
})

test('the seconds of the body count where no header says them', async () => {
  await using server = await scriptedServer(
    refuses(429, 'auth_rate_limit_throttled', { retryable: true, retry_after_seconds: 3 }),
    done,
  )
  const { membrane, waits } = client(server.url)
  await membrane.standingClaim(claim)
  assert.deepEqual(waits, [3100])
})

test('a server that asks for more than the longest wait is not asked again', async () => {
  await using server = await scriptedServer(
    refuses(429, 'auth_rate_limit_locked', { retryable: true, retry_after_seconds: 900 }),
  )
  const { membrane, waits } = client(server.url)
  const result = await membrane.standingClaim(claim)
  assert.equal(result.outcome, 'refused')
  assert.deepEqual(waits, [])
  assert.equal(server.seen.length, 1)
})

test('what may not pass later is never sent again', async () => {
  for (const step of [refuses(409, 'standing_evaluation_consumed'), refuses(500, 'internal_error')]) {
    await using server = await scriptedServer(step)
    const { membrane } = client(server.url)
    assert.equal((await membrane.standingClaim(claim)).outcome, 'refused')
    assert.equal(server.seen.length, 1)
  }
})

test('a proxy without a server behind it is tried again; any other stranger is a protocol error', async () => {
  await using proxy = await scriptedServer(
    (response) => response.writeHead(502).end('<h1>Bad gateway</h1>'),
    done,
  )
  assert.equal((await client(proxy.url).membrane.standingClaim(claim)).outcome, 'admitted')
  for (const text of ['<h1>Hello</h1>', 'null', '[]', '{"operation":"standing.claim"}']) {
    await using stranger = await scriptedServer((response) => response.writeHead(200).end(text))
    const call = client(stranger.url).membrane.standingClaim(claim)
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof MembraneError)
      assert.deepEqual([error.kind, error.status, error.operation], ['protocol', 200, 'standing.claim'])
      return true
    })
    assert.equal(stranger.seen.length, 1)
  }
})

test('a connection that breaks is tried again under the same key, and fails as network in the end', async () => {
  await using server = await scriptedServer((response) => response.destroy(), done)
  assert.equal((await client(server.url).membrane.standingClaim(claim)).outcome, 'admitted')
  assert.equal(server.seen[0]!.headers['idempotency-key'], server.seen[1]!.headers['idempotency-key'])
  await using dead = await scriptedServer((response) => response.destroy())
  await assert.rejects(client(dead.url).membrane.standingClaim(claim), {
    name: 'MembraneError',
    kind: 'network',
  })
  assert.equal(dead.seen.length, 4)
})

test('a redirect is not followed: the token would travel with it', async () => {
  await using server = await scriptedServer((response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
  )
  const { membrane } = client(server.url, { token: 'secret', retries: 0 })
  await assert.rejects(membrane.standingClaim(claim), { kind: 'network' })
  assert.equal(server.seen.length, 1)
})

test('no answer in time is a timeout, for the whole call', async () => {
  await using silent = await scriptedServer(() => undefined)
  const { membrane } = client(silent.url, { timeoutMs: 20.5 })
  await assert.rejects(membrane.standingClaim(claim), {
    kind: 'timeout',
    message: 'standing.claim: no answer within 20.5 ms',
  })
  assert.equal(silent.seen.length, 1)
})

test('a time that runs out while it waits for another try hands over the refusal', async () => {
  await using server = await scriptedServer(later)
  const membrane = createMembrane({
    baseUrl: server.url,
    retryBaseMs: 60_000,
    retryMaxMs: 60_000,
    random: () => 0.9,
  })
  const result = await membrane.standingClaim(claim, { timeoutMs: 200 })
  assert.ok(result.outcome === 'refused')
  assert.equal(server.seen.length, 1)
})

test("an abort throws the signal's reason: before, during a call, and during a wait", async () => {
  const reason = new Error('the user left')
  await using silent = await scriptedServer(() => controller.abort(reason))
  const controller = new AbortController()
  const { membrane } = client(silent.url)
  await assert.rejects(membrane.standingClaim(claim, { signal: controller.signal }), reason)
  assert.equal(silent.seen.length, 1)
  await assert.rejects(membrane.standingClaim(claim, { signal: controller.signal }), reason)
  assert.equal(silent.seen.length, 1)

  await using server = await scriptedServer(later)
  const waiting = new AbortController()
  const slow = createMembrane({
    baseUrl: server.url,
    retryBaseMs: 60_000,
    retryMaxMs: 60_000,
    random: () => 0.9,
  })
  const call = slow.standingClaim(claim, { signal: waiting.signal, timeoutMs: Infinity })
  while (server.seen.length === 0) await new Promise((turn) => setImmediate(turn))
  waiting.abort(reason)
  await assert.rejects(call, reason)
})

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-06-15T12:00:00Z')
  assert.equal(readRetryAfter('7', now), 7000)
  assert.equal(readRetryAfter('Mon, 15 Jun 2026 12:00:05 GMT', now), 5000)
  assert.equal(readRetryAfter('Mon, 15 Jun 2026 11:00:00 GMT', now), 0)
  assert.equal(readRetryAfter('soon', now), null)
  assert.equal(readRetryAfter(null, now), null)
})
