import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'

const main = JSON.stringify(new URL('main.ts', import.meta.url).href)

test('a failure that nobody waited for is logged, and the server goes on', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'membrane-main-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const source = `import { serve } from ${main}
    await serve({ MEMBRANE_PORT: '0', MEMBRANE_DATA_DIR: ${JSON.stringify(dataDir)} })
    Promise.reject(new Error('of the test'))
    Promise.reject(undefined)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let url: string | undefined
  const failures: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    url ??= /http:\/\/[^ ,]+/.exec(line)?.[0]
    if (!line.includes('nobody waited for')) continue
    failures.push((JSON.parse(line) as { err: { message: string } }).err.message)
    if (failures.length === 2) break
  }
  assert.deepEqual(failures, ['of the test', 'undefined'])
  assert.equal((await fetch(`${url}/health`)).status, 200)
  child.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
})
