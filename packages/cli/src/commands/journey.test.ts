import assert from 'node:assert/strict'
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

test('plays against a server of its own, a line a step', async () => {
  const { code, out, err } = await membrane('journey')
  assert.deepEqual({ code, err }, { code: 0, err: '' })
  assert.match(out, /^against http:\/\/127\.0\.0\.1:\d+, started for this journey$/m)
  for (const step of [
    'tenant.create',
    'company.bootstrap',
    'standing.claim',
    'standing.grant',
    'standing.revoke',
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

test('a server that refuses stops the journey with exit code 1 and one line', async () => {
  await using world = await World.start()
  const { code, out, err } = await membrane(`journey --base-url ${world.url} --token nobody`)
  assert.equal(code, 1)
  assert.match(out, /✗/)
  assert.match(err, /^membrane: the journey stops: \S+ was refused: token_tampered: .+\n$/)
})
