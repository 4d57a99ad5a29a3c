import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { World } from '@membrane/testkit'
import { membrane } from '../testing/terminal.ts'

interface Line {
  readonly step?: string
  readonly ok?: boolean
  readonly outcome?: string
  readonly journey?: string
  readonly steps?: number
  readonly commits?: number
}

const linesOf = (out: string): Line[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

test('plays against a server of its own, one line per step', async () => {
  const { code, out, err } = await membrane('journey')
  assert.deepEqual({ code, err }, { code: 0, err: '' })
  assert.match(out, /^against http:\/\/127\.0\.0\.1:\d+, started for this journey$/m)
  for (const step of [
    'tenant.create',
    'company.bootstrap',
    'standing.claim',
    'standing.grant',
    'standing.revoke',
    'economy.periodClose',
    'vertical.de.invoicePaymentAdvisor',
    'reality.promote',
    'reality.discard',
  ])
    assert.match(out, new RegExp(`^ {2}✓ ${step} `, 'm'))
  assert.doesNotMatch(out, /✗/)
})

test('plays twice against one server, and its JSON lines agree with the log', async () => {
  await using world = await World.start()
  for (let round = 0; round < 2; round++) {
    const { code, out } = await membrane(`journey --json --base-url ${world.url}`)
    assert.equal(code, 0)
    const lines = linesOf(out)
    const end = lines.pop()!
    assert.equal(end.journey, 'done')
    assert.equal(end.steps, lines.length)
    assert.ok(lines.every(({ ok }) => ok === true))
    assert.ok(end.commits! >= 7)
  }
})

test('plays where every write needs a bearer', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const { code, err } = await membrane(`journey --base-url ${world.url}`)
  assert.deepEqual({ code, err }, { code: 0, err: '' })
})

test('a server that refuses stops the journey with exit code 1 and one line', async () => {
  await using world = await World.start()
  const { code, out, err } = await membrane(`journey --base-url ${world.url} --token nobody`)
  assert.equal(code, 1)
  assert.match(out, /✗/)
  assert.match(err, /^membrane: the journey stops: \S+ was refused: token_tampered: .+\n$/)
})

/** A proxy that changes one letter in the leaf of every receipt that it is asked to show. */
async function lyingProxy(world: World): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    void forward(world, request).then(async (answer) => {
      const text = await answer.text()
      const changed = text.replace(
        /("leaf":".{200})(.)/,
        (_, before: string, letter: string) => before + (letter === 'A' ? 'B' : 'A'),
      )
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(changed)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function forward(world: World, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '/', headers } = request
  const { authorization = '', 'content-type': type = 'application/json' } = headers
  const init = { method, headers: { authorization, 'content-type': type } }
  return world.fetch(url, method === 'GET' ? init : { ...init, body: await text(request) })
}

test('a server that shows another leaf than it signed is found out', async () => {
  await using world = await World.start()
  await using proxy = await lyingProxy(world)
  const { code, err } = await membrane(`journey --base-url ${proxy.url}`)
  assert.equal(code, 1)
  assert.match(err, /^membrane: a receipt does not verify: \w+: .+\n$/)
})
