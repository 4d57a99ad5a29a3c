import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import {
  envelopeSchema,
  operationList,
  refusals,
  type Envelope,
  type OperationName,
} from '@membrane/contract'
import { operationExamples } from '@membrane/contract/examples'
import { FaultyStore, World } from '@membrane/testkit'
import { Compile } from 'typebox/compile'

const envelope = Compile(envelopeSchema)
const json = { 'content-type': 'application/json' }

async function envelopeOf(response: Response): Promise<Envelope> {
  const value = (await response.json()) as Envelope
  assert.ok(envelope.Check(value), JSON.stringify(value))
  return value
}

suite('routes', () => {
  test('an unknown route and a wrong method are envelopes', async () => {
    await using world = await World.start()
    const unknown = await world.fetch('/v1/nothing')
    assert.equal(unknown.status, 404)
    assert.equal((await envelopeOf(unknown)).body.refusal_code, 'route_unknown')
    const wrong = await world.fetch('/v1/standing/claim', { method: 'DELETE' })
    assert.equal(wrong.status, 405)
    assert.equal(wrong.headers.get('allow'), 'POST')
    assert.equal((await envelopeOf(wrong)).operation, 'http.route')
    const read = await world.fetch('/health', { method: 'POST', headers: json, body: '{}' })
    assert.equal(read.headers.get('allow'), 'GET, HEAD')
  })

  test('a path that cannot be decoded, and bytes that are not HTTP, are envelopes too', async () => {
    await using world = await World.start()
    assert.equal((await envelopeOf(await world.fetch('/v1/%E0%A4%A'))).outcome, 'refused')
    const answer = await raw(world, 'GARBAGE\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(answer, /\r\nmembrane-request-id: [0-9a-z]{26}\r\n/)
    assert.ok(envelope.Check(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))))
  })

  test('every answer names its receipt and request', async () => {
    await using world = await World.start()
    for (const path of ['/v1/tenant/self', '/v1/nothing', '/v1/%zz']) {
      const response = await world.fetch(path)
      const { receipt } = await envelopeOf(response)
      assert.equal(response.headers.get('membrane-receipt'), receipt.ref)
      assert.match(response.headers.get('membrane-request-id')!, /^[0-9a-z]{26}$/)
    }
    assert.match(
      (await world.fetch('/v1/tenant/self')).headers.get('www-authenticate')!,
      /^Bearer .*bearer_required/,
    )
  })
})

suite('bodies', () => {
  test('malformed JSON is refused with its place and without its content', async () => {
    await using world = await World.start()
    const places: [string, string][] = [
      ['{"actor": tru}', 'line 1, column 11'],
      ['{\n  "actor": "secret",\n}', 'line 3, column 1'],
      ['{"a": [1, 2', 'line 1, column 12'],
      ['{"a": 01}', 'line 1, column 8'],
      ['secret', 'line 1, column 1'],
      ['{"a":1} x', 'line 1, column 9'],
      ['{"a":"\t"}', 'line 1, column 6'],
    ]
    for (const [body, place] of places) {
      const response = await world.fetch('/v1/standing/claim', { method: 'POST', headers: json, body })
      const { body: refusal } = await envelopeOf(response)
      assert.equal(refusal.refusal_code, 'request_malformed')
      assert.equal(refusal.detail, `The body must be JSON; it breaks at ${place}.`)
    }
  })

  test('a body that is no object, and one that is not UTF-8', async () => {
    await using world = await World.start()
    for (const body of ['[]', '"text"', 'null', '1', new Uint8Array([0x7b, 0xff, 0x7d])]) {
      const response = await world.fetch('/v1/standing/claim', { method: 'POST', headers: json, body })
      assert.equal((await envelopeOf(response)).body.refusal_code, 'request_malformed')
    }
  })

  test('no body is an empty object under any media type', async () => {
    await using world = await World.start()
    const response = await world.fetch('/v1/tenants/create', {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
    })
    assert.equal((await envelopeOf(response)).outcome, 'admitted')
  })

  test('missing and ill-typed fields are JSON pointers', async () => {
    await using world = await World.start()
    const missing = await world.call('standing.claim', { fixture: true, office: 'x' })
    assert.deepEqual(missing.body.fields, [
      { path: '/actor', rule: 'must be sent' },
      { path: '/company', rule: 'must be sent' },
      { path: '/evidence', rule: 'must be sent' },
    ])
    const ill = await world.call('standing.claim', { actor: 1, evidence: ['a', 2], fixture: 'yes' })
    assert.deepEqual(
      ill.body.fields.map(({ path }: { path: string }) => path),
      ['/actor', '/evidence/1', '/fixture'],
    )
  })
})

suite('probes', () => {
  test('health, ready and metrics in both shapes', async () => {
    await using world = await World.start()
    const health = (await (await world.fetch('/health')).json()) as Record<string, unknown>
    assert.deepEqual(health, {
      production_admission: false,
      ready: true,
      root_signing: 'fixture_root',
      runtime: 'fixture',
      sessions: 0,
      storage: world.runtime.store.storage,
      log: 'consistent',
    })
    assert.equal((await world.fetch('/ready')).status, 200)
    await world.call('tenant.self')
    const metrics = (await (await world.fetch('/metrics')).json()) as Record<string, Record<string, unknown>>
    assert.equal(metrics.fixture, true)
    assert.equal(metrics.counters?.['membrane_calls_total{operation="tenant.self",outcome="verified"}'], 1)
    assert.ok((metrics.latency_ms!['tenant.self'] as { p99: number }).p99 > 0)
    const text = await (await world.fetch('/metrics', { headers: { accept: 'text/plain' } })).text()
    assert.match(text, /^membrane_calls_total\{operation="tenant\.self",outcome="verified"\} 1$/m)
  })

  test('a session is counted while it lasts', async () => {
    await using world = await World.start()
    const sessions = async (): Promise<unknown> =>
      ((await (await world.fetch('/health')).json()) as { sessions: number }).sessions
    await world.session('tenant_node:acme')
    assert.equal(await sessions(), 1)
    world.clock.advance(3_600_000)
    assert.equal(await sessions(), 0)
  })

  test('a stopping server is not ready', async () => {
    await using world = await World.start()
    world.runtime.stop()
    assert.equal((await world.fetch('/ready')).status, 503)
  })

  test('pages load nothing from anywhere, and their links lead somewhere', async () => {
    await using world = await World.start()
    const links = new Set<string>()
    const scriptOf = { '/docs': true, '/docs/operations/standing.claim': true }
    for (const path of [...Object.keys(scriptOf), '/docs/refusals', '/docs/refusals/standing_unknown']) {
      const response = await world.fetch(path)
      const page = await response.text()
      const policy = response.headers.get('content-security-policy')!
      assert.match(policy, /^default-src 'none'; style-src 'unsafe-inline';/)
      const allowed = path in scriptOf ? " script-src 'self'; connect-src 'self';" : undefined
      assert.equal(/ script-src.*connect-src [^;]*;/.exec(policy)?.[0], allowed)
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      const script = '<script src="/docs/docs.js" defer></script>'
      assert.equal(page.split(script).length, path in scriptOf ? 2 : 1)
      assert.ok(!/<script|<link|<img|src=/.test(page.replace(script, '')))
      for (const [, link] of page.matchAll(/href="([^"]+)"/g)) links.add(new URL(link!, response.url).href)
    }
    assert.ok(links.size > Object.keys(refusals).length, `only ${links.size} links were found`)
    const followed = Map.groupBy(links, (link) => new URL(link).pathname)
    for (const [path, places] of followed) {
      const response = await world.fetch(path)
      assert.equal(response.status, 200, path)
      const page = await response.text()
      for (const { hash } of places.map((link) => new URL(link)))
        assert.ok(hash === '' || page.includes(`id="${hash.slice(1)}"`), `${path} has no ${hash}`)
    }
  })

  test('every operation has a page with what it answered', async () => {
    await using world = await World.start()
    const index = await (await world.fetch('/docs')).text()
    for (const { name } of operationList) {
      const entries = index.split(`<li id="${name}"`).length - 1
      assert.equal(entries, 1, `${name} must fit one group of pages/operation-nav.ts`)
      const response = await world.fetch(`/docs/operations/${name}`)
      assert.equal(response.status, 200, name)
      const page = await response.text()
      const { answer } = operationExamples[name as OperationName]
      assert.ok(page.includes(answer.receipt.ref), name)
      assert.ok(page.length < 80_000, `${name}: ${page.length}`)
    }
    assert.equal((await world.fetch('/docs/operations/standing.clam')).status, 404)
    const forwarded = await world.fetch('/docs', { headers: { forwarded: 'for=192.0.2.1' } })
    assert.equal(((await forwarded.json()) as Envelope).body.refusal_code, 'host_not_allowed')
  })

  test('no page explains a code that does not exist', async () => {
    await using world = await World.start()
    const response = await world.fetch('/docs/refusals/standing_unknwon')
    assert.equal(response.status, 404)
    assert.equal(((await response.json()) as Envelope).body.refusal_code, 'route_unknown')
  })
})

suite('logs', () => {
  test('one line per request, with the trace, and never a body, a token or an address', async () => {
    await using world = await World.start()
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const token = 'membrane-fixture-session-primary'
    const headers = { traceparent, 'user-agent': 'a-user-agent' }
    await world.call('standing.claim', { actor: 'human_person:logged_never' }, { token, headers })
    const line = JSON.parse(world.logs.at(-1)!) as Record<string, unknown>
    assert.equal(line.operation, 'standing.claim')
    assert.equal(line.outcome, 'refused')
    assert.equal(line.refusal_code, 'request_malformed')
    assert.equal(line.status, 400)
    assert.equal(line.traceparent, traceparent)
    const everything = world.logs.join('')
    for (const secret of ['logged_never', token, 'a-user-agent', '127.0.0.1'])
      assert.ok(!everything.includes(secret), secret)
  })
})

suite('stopping', () => {
  test('running calls finish and commit before the server is gone', async () => {
    const faults = new FaultyStore()
    const world = await World.start({ store: faults.wrap })
    faults.hold('commit')
    const running = world.call('tenant.create', { requested_tenant: 'tenant_node:last' })
    await untilRunning(world)
    const stopped = world[Symbol.asyncDispose]()
    faults.release()
    assert.equal((await running).outcome, 'admitted')
    await stopped
    await assert.rejects(world.fetch('/health'))
  })
})

/** The call is inside once the metrics count it. */
async function untilRunning(world: World): Promise<void> {
  for (;;) {
    const metrics = (await (await world.fetch('/metrics')).json()) as { gauges: Record<string, number> }
    if (metrics.gauges.membrane_calls_running === 2) return
  }
}

function raw(world: World, bytes: string): Promise<string> {
  const { hostname, port } = new URL(world.url)
  return new Promise((done, fail) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.on('end', () => done(answer)).on('error', fail)
  })
}
