import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const main = new URL('main.ts', import.meta.url).pathname

function spawned(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  })
}

test('the binary answers with the exit codes of its commands', () => {
  assert.equal(spawned(['explain', 'request_malformed']).status, 0)
  const typo = spawned(['explain', 'request_malformd'])
  assert.equal(typo.status, 2)
  assert.equal(
    typo.stderr,
    'membrane: request_malformd is not a refusal code; did you mean request_malformed?\n',
  )
})

test('it plays the journey on its own, and ends', () => {
  const { status, stdout, stderr } = spawned(['journey', '--json'])
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
  assert.match(stdout.trimEnd().split('\n').at(-1)!, /"journey":"done"/)
})

test('colours are for a terminal, or for who forces them', () => {
  const plain = spawned(['--help']).stdout
  assert.ok(!plain.includes('\u001b['))
  assert.ok(spawned(['--help'], { FORCE_COLOR: '1' }).stdout.includes('\u001b['))
})

test('a reader that leaves early is no failure', () => {
  const line = `'${process.execPath}' '${main}' explain --json | head -n 1 >/dev/null; exit "\${PIPESTATUS[0]}"`
  const { status, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' })
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
})
