import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { World } from '@membrane/testkit'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const run = promisify(execFile)

interface Example {
  readonly command: string
  /** The answer, or the part of its body, that the document shows. */
  readonly shown: Record<string, unknown> | undefined
}

/** Every curl call of the document with the JSON block that follows it, if one does. */
function curlExamples(): Example[] {
  const blocks = [...readme.matchAll(/```(sh|json)\n([\s\S]*?)```/g)]
  return blocks.flatMap(([, kind, text], at) => {
    if (kind !== 'sh' || !text!.startsWith('curl')) return []
    const next = blocks[at + 1]
    return [
      {
        command: text!,
        shown: next?.[1] === 'json' ? (JSON.parse(next[2]!) as Record<string, unknown>) : undefined,
      },
    ]
  })
}

/** What differs from run to run: identifiers, times and hashes. */
function steady(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/(commit|receipt):[0-9a-z]{26}/g, '$1:ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/sha256:[0-9a-f]{64}/g, 'HASH')
  return JSON.parse(text)
}

test('the calls of the README answer what it shows', async () => {
  await using world = await World.start()
  const examples = curlExamples()
  assert.ok(examples.length >= 3, 'the document has lost its examples')
  for (const { command, shown } of examples) {
    const { stdout } = await run('bash', ['-c', command.replaceAll('http://127.0.0.1:8080', world.url)])
    const answer = JSON.parse(stdout) as Record<string, unknown> & { body: Record<string, unknown> }
    assert.ok('receipt' in answer, command)
    if (shown === undefined) continue
    if ('operation' in shown) assert.deepEqual(steady(answer), steady(shown), command)
    else for (const [name, value] of Object.entries(shown)) assert.deepEqual(answer.body[name], value, name)
  }
})

test('the settings of the README are the settings', async () => {
  const { settings } = await import('@membrane/runtime')
  for (const name of Object.keys(settings)) {
    const known =
      readme.includes(name) || readme.includes(`\`_${name.replace('MEMBRANE_FIXTURE_TOKEN_', '')}\``)
    assert.ok(known, `${name} is missing in the README`)
  }
})
