import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusals, registryEntries } from '@membrane/contract'
import { refusalExamples } from '@membrane/contract/refusal-examples'
import { membrane } from '../testing/terminal.ts'

test('explains one code', async () => {
  const { code, out } = await membrane('explain standing_evaluation_required')
  assert.equal(code, 0)
  assert.ok(
    out.startsWith(`standing_evaluation_required: ${refusals.standing_evaluation_required.guard_rule}\n`),
  )
  assert.match(out, /^ {2}status +422$/m)
  assert.match(out, /^ {2}operations +standing\.grant\b/m)
})

test('shows what satisfies a code, by a request that is refused and one that passes', async () => {
  const { out } = await membrane('explain standing_evaluation_required', {
    paint: (style, text) => (style === 'red' || style === 'green' ? `<${style} ${text}>` : text),
  })
  const [, satisfy, refused, passes] = out.split(/^(?:How to satisfy it|Refused|Passes)$/m)
  assert.equal(satisfy!.trim(), refusals.standing_evaluation_required.satisfy)
  assert.match(
    refused!,
    /^ {2}# standing\.claim\n {2}# standing\.evaluate\n {2}POST \/v1\/standing\/grant\n {2}\{$/m,
  )
  assert.ok(!refused!.includes('standing_evaluation"'))
  assert.match(refused!, /^ {2}<red 422 refused>: \/standing_evaluation must be sent\.$/m)
  assert.match(passes!, /^ {2}<green {3}"standing_evaluation": "standing_evaluation:\w+",>$/m)
  assert.match(passes!, /^ {2}<green 200 admitted>$/m)
})

test('a code as JSON is its entry, what satisfies it and the example', async () => {
  const { out } = await membrane('explain standing_unknown --json')
  const { satisfy, example, ...entry } = JSON.parse(out) as Record<string, unknown>
  assert.deepEqual(
    entry,
    registryEntries().find(({ code }) => code === 'standing_unknown'),
  )
  assert.equal(satisfy, refusals.standing_unknown.satisfy)
  assert.deepEqual(example, refusalExamples.standing_unknown)
})

test('a code that only production answers says so', async () => {
  const { code, out } = await membrane('explain capability_publisher_unsigned')
  assert.equal(code, 0)
  assert.match(out, /production is closed/)
  assert.equal(
    (
      JSON.parse((await membrane('explain capability_publisher_unsigned --json')).out) as Record<
        string,
        unknown
      >
    ).example,
    null,
  )
})

test('a code that most operations answer counts them, and settings are shown', async () => {
  const { out } = await membrane('explain hosted_operator_grant_missing')
  assert.match(out, /^ {2}operations +\d+ of them$/m)
  assert.match(out, /^ {2}MEMBRANE_ROOT_SIGNING=disabled membrane serve$/m)
})

test('says when a code can pass later', async () => {
  assert.match(
    (await membrane('explain store_unavailable')).out,
    /^ {2}retry +the same request may pass later$/m,
  )
})

test('lists every code, and as JSON the registry itself', async () => {
  const listed = await membrane('explain')
  assert.equal(listed.out.trimEnd().split('\n').length, Object.keys(refusals).length)
  const { out } = await membrane('explain --json')
  const entries = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  assert.deepEqual(entries, registryEntries())
})

test('an unknown code is a usage error with a guess', async () => {
  const { code, err } = await membrane('explain standing_unknwon')
  assert.equal(code, 2)
  assert.equal(err, 'membrane: standing_unknwon is not a refusal code; did you mean standing_unknown?\n')
})
