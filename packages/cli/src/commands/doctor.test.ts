import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startPostgres, World } from '@membrane/testkit'
import { membrane } from '../testing/terminal.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'membrane-doctor-'))
})
after(() => rm(folder, { recursive: true }))

interface Found {
  readonly check: string
  readonly verdict: string
  readonly says: string
}

/** What the doctor finds, by check; a free port stands for a server that does not run. */
async function findings(
  databaseUrl: string,
  dataDir: string,
): Promise<{ code: number; found: Map<string, Found> }> {
  const settings = ['--database-url', databaseUrl, '--data-dir', dataDir, '--port', '1']
  const { code, out } = await membrane(['doctor', '--json', ...settings])
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Found)
  return { code, found: new Map(lines.map((line) => [line.check, line])) }
}

test('a store in memory is well, and says that it forgets', async () => {
  const { code, out } = await membrane('doctor --port 1')
  assert.equal(code, 0)
  assert.match(out, /^ok {4}settings {2}writes without a bearer are open; /m)
  assert.match(out, /^warn {2}store {5}in memory: /m)
  assert.match(out, /^ok {4}server {4}none runs at http:\/\/127\.0\.0\.1:1$/m)
})

test('a running server is asked; a stranger on its port fails', async (t) => {
  await using world = await World.start()
  const asked = await membrane(`doctor --port ${new URL(world.url).port}`)
  assert.equal(asked.code, 0)
  assert.match(asked.out, /^ok {4}server {4}http:\S+ runs and is ready$/m)
  const stranger = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
  t.after(() => stranger.close())
  await new Promise((done) => stranger.once('listening', done))
  const met = await membrane(`doctor --port ${(stranger.address() as AddressInfo).port}`)
  assert.equal(met.code, 1)
  assert.match(met.out, /is another program/)
})

test('nothing is made by looking', async () => {
  const dataDir = join(folder, 'untouched')
  const { code, found } = await findings('embedded', dataDir)
  assert.equal(code, 0)
  assert.equal(found.get('keyring')?.verdict, 'warn')
  assert.equal(found.get('database')?.verdict, 'warn')
  await assert.rejects(stat(dataDir), { code: 'ENOENT' })
})

test('a durable store: schema, keyring, and logs against what was signed', async (t) => {
  const { database } = await startPostgres()
  const url = await database()
  const dataDir = join(folder, 'durable')
  {
    await using world = await World.start({
      settings: { MEMBRANE_DATABASE_URL: url, MEMBRANE_DATA_DIR: dataDir },
    })
    assert.equal((await membrane(`journey --base-url ${world.url}`)).code, 0)
  }

  await t.test('all is well', async () => {
    const { code, found } = await findings(url, dataDir)
    assert.equal(code, 0)
    assert.deepEqual(
      ['keyring', 'database', 'schema', 'log'].map((check) => found.get(check)?.verdict),
      ['ok', 'ok', 'ok', 'ok'],
    )
    assert.equal(found.get('log')?.says, '1 logs; the 1 that were signed extend what was signed')
  })

  await t.test('a log that is shorter than what was signed', async () => {
    const guard = join(dataDir, 'keyring', 'checkpoints')
    const kept = await readFile(guard, 'utf8')
    const [identity, logId, size, root] = JSON.parse(kept.trimEnd().split('\n').at(-1)!) as [
      string,
      string,
      number,
      string,
    ]
    await writeFile(guard, `${kept}${JSON.stringify([identity, logId, size + 1, root])}\n`)
    const { code, found } = await findings(url, dataDir)
    assert.equal(code, 1)
    assert.match(found.get('log')!.says, /^the log of tenant_node:journey_\w+ is not the one that was signed/)
    const other = `${root[0] === 'A' ? 'B' : 'A'}${root.slice(1)}`
    await writeFile(guard, `${JSON.stringify([identity, logId, size, other])}\n`)
    assert.equal((await findings(url, dataDir)).code, 1)
    await writeFile(guard, kept)
    assert.equal((await findings(url, dataDir)).code, 0)
  })

  await t.test('a keyring that others may read, and another keyring', async () => {
    const file = join(dataDir, 'keyring', 'keyring.json')
    await chmod(file, 0o644)
    const open = await findings(url, dataDir)
    assert.equal(open.code, 1)
    assert.match(open.found.get('keyring')!.says, /is open to others: chmod 600/)
    await chmod(file, 0o600)
    const elsewhere = await findings(url, join(folder, 'elsewhere'))
    assert.equal(elsewhere.code, 1)
    assert.match(elsewhere.found.get('log')!.says, /belongs to another keyring/)
  })
})

test('migrate makes a schema, and a second time does nothing', async () => {
  const { cluster } = await startPostgres()
  const url = cluster.url()
  const before = await findings(url, join(folder, 'new'))
  assert.equal(before.code, 1)
  assert.match(before.found.get('schema')!.says, /schema is missing.+run membrane migrate/)
  assert.deepEqual(await membrane(`migrate --database-url ${url}`), {
    code: 0,
    out: 'schema version 0 became 1\n',
    err: '',
  })
  assert.equal((await membrane(`migrate --json --database-url ${url}`)).out, '{"from":1,"to":1}\n')
  assert.equal((await findings(url, join(folder, 'new'))).code, 0)
})

test('migrate without a database, or with the embedded one, is a usage error', async () => {
  assert.equal((await membrane('migrate')).code, 2)
  assert.equal((await membrane('migrate --database-url embedded')).code, 2)
  const gone = await membrane('migrate --database-url postgres://127.0.0.1:1/none')
  assert.equal(gone.code, 1)
  assert.match(gone.err, /^membrane: the database was not migrated: .+\n$/)
})
