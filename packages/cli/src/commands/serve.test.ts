import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { settings } from '@membrane/runtime'
import { membrane } from '../testing/terminal.ts'

const main = new URL('../main.ts', import.meta.url).pathname

test('every setting is a flag', async () => {
  const { out } = await membrane('serve --help')
  for (const name of Object.keys(settings)) assert.ok(out.includes(`(${name})`), name)
})

test('a bad value is one line that names where it came from, exit code 2', async () => {
  const flag = await membrane('serve --port http')
  assert.deepEqual(flag, { code: 2, out: '', err: 'membrane: --port must be an integer from 0 to 65535\n' })
  const env = await membrane('serve', { env: { MEMBRANE_BEARER: 'never' } })
  assert.deepEqual(env, { code: 2, out: '', err: 'membrane: MEMBRANE_BEARER must be listed or writes\n' })
  const unknown = await membrane('serve', { env: { MEMBRANE_PROT: '1' } })
  assert.deepEqual(unknown, { code: 2, out: '', err: 'membrane: MEMBRANE_PROT is not a setting\n' })
})

test('a webhook that would be delivered to without what its URL says is no setting', async () => {
  for (const url of ['ftp://hooks.example', 'https://ada:secret@hooks.example/in', 'hooks.example']) {
    const { code, err } = await membrane('serve', { env: { MEMBRANE_WEBHOOK_URL: url } })
    assert.deepEqual(
      [code, err.includes('MEMBRANE_WEBHOOK_URL must be'), err.includes('secret')],
      [2, true, false],
    )
  }
})

test('a taken port is one line, exit code 1', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await new Promise((done) => taken.once('listening', done))
  const { port } = taken.address() as AddressInfo
  const { code, err } = await membrane(`serve --port ${port} --log-level silent`)
  assert.deepEqual(
    { code, err },
    { code: 1, err: `membrane: port ${port} is taken; choose another with --port\n` },
  )
})

test('the binary serves until SIGTERM and ends with 0', async () => {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0'], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((done) => child.once('exit', done))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const first = String((await lines.next()).value)
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(first)?.[0]
  assert.ok(url !== undefined, first)
  assert.equal((await fetch(`${url}/ready`)).status, 200)
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
})
