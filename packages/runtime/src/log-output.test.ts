import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const output = JSON.stringify(new URL('log-output.ts', import.meta.url).href)

/** A process of its own that logs. It says `logged` on its standard error when it has. */
function start(script: string, stdout: 'pipe' | number) {
  const source = `import { openLogOutput } from ${output}
    const output = openLogOutput()
    ${script}
    process.stderr.write('logged')`
  return spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', stdout, 'pipe'] })
}

test('lines are written in their order, to the last one', async () => {
  const child = start("for (let n = 0; n < 5000; n++) output.write(n + '\\n')", 'pipe')
  const written = await text(child.stdout!)
  assert.equal(written, Array.from({ length: 5000 }, (_, n) => `${n}\n`).join(''))
})

test(
  'a process outlives an output that takes nothing, and ends',
  { skip: !existsSync('/dev/full') },
  async () => {
    const full = openSync('/dev/full', 'w')
    const child = start(
      "for (let n = 0; n < 5; n++) { output.write('x'.repeat(20000)); await new Promise((go) => setTimeout(go, 60)) }",
      full,
    )
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
    closeSync(full)
    assert.deepEqual([said, code], ['logged', 0])
  },
)

test('what waits for a reader that sleeps is bounded, and what was lost is told', async () => {
  const script = `
    const line = 'x'.repeat(999) + '\\n'
    for (let n = 0; n < 20000; n++) output.write(line)`
  const child = start(script, 'pipe')
  await once(child.stderr!, 'data')
  const lines = (await text(child.stdout!)).trimEnd().split('\n')
  const { lost } = JSON.parse(lines.pop()!) as { lost: number }
  assert.ok(lost > 10_000)
  assert.equal(lines.length + lost, 20_000)
})
