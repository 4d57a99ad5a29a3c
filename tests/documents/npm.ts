import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './markdown.ts'

/**
 * What the `npm` of a document does when a test reads it: every command has a rule, and one without a rule fails.
 * `ci` is tried without writing, `start` starts a server of its own and stops it once it is ready, and of a script
 * that checks the whole checkout, this test among it, the name must be known.
 */
const [command = '', name = ''] = process.argv.slice(2)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>
}

const rules: Readonly<Record<string, () => unknown>> = {
  ci: installs,
  start: startsAndStops,
  test: () => assert.ok(scripts['test'] !== undefined),
  run: () => assert.ok(scripts[name] !== undefined, `npm run ${name} is no script`),
}
const rule = rules[command]
assert.ok(rule !== undefined, `npm ${command} has no rule in ${import.meta.filename}`)
await rule()

function installs(): void {
  const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--offline', '--no-audit'], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
}

async function startsAndStops(): Promise<void> {
  const [program, ...words] = scripts['start']!.split(' ')
  assert.equal(program, 'node')
  const dataDir = resolve(process.env['MEMBRANE_DATA_DIR'] ?? '.membrane')
  const server = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, MEMBRANE_PORT: '0', MEMBRANE_DATA_DIR: dataDir, INIT_CWD: dirname(dataDir) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]()
  const first = String((await lines.next()).value)
  const url = /http:\/\/\S+?:\d+/.exec(first)?.[0]
  assert.ok(url !== undefined, first)
  process.stdout.write(`${first}\n`)
  assert.equal((await fetch(`${url}/ready`)).status, 200)
  server.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
}
