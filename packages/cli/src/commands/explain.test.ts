import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusals, registryEntries } from '@membrane/contract'
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
