import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { activeKey, fingerprint, serializeKeyring } from './keyring.ts'
import { KeyringError, keyringFolder, openKeyring, rotateLogKey } from './keyring-file.ts'

const host = 'log.example.com'
const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'membrane-keyring-'))
  folders.push(folder)
  return folder
}

test('the first start makes a keyring that only its owner reads, the next one finds it', async () => {
  const dir = await dataDir()
  const first = await openKeyring(dir, host)
  const folder = keyringFolder(dir)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal((await stat(join(folder, 'keyring.json'))).mode & 0o777, 0o600)
  assert.deepEqual(await readdir(folder), ['keyring.json'])
  assert.equal(serializeKeyring(await openKeyring(dir, host)), serializeKeyring(first))
})

test('servers that start together share one keyring', async () => {
  const dir = await dataDir()
  const keyrings = await Promise.all(Array.from({ length: 8 }, () => openKeyring(dir, host)))
  assert.equal(new Set(keyrings.map(serializeKeyring)).size, 1)
  assert.deepEqual(await readdir(keyringFolder(dir)), ['keyring.json'])
})

test('a keyring that others may read is refused', async () => {
  for (const [path, mode] of [
    ['keyring.json', 0o640],
    ['keyring.json', 0o604],
    ['.', 0o750],
  ] as const) {
    const dir = await dataDir()
    await openKeyring(dir, host)
    await chmod(join(keyringFolder(dir), path), mode)
    await assert.rejects(
      openKeyring(dir, host),
      (error) => error instanceof KeyringError && /chmod/.test(error.message),
    )
  }
})

test('a keyring that is damaged, or a link to one, is refused without a word of it', async () => {
  const dir = await dataDir()
  const file = join(keyringFolder(dir), 'keyring.json')
  await openKeyring(dir, host)
  const text = await readFile(file, 'utf8')
  for (const damaged of ['', 'SECRET', '{}', text.slice(0, -5), text.replace('"epoch": 1', '"epoch": 2')]) {
    await writeFile(file, damaged)
    await assert.rejects(openKeyring(dir, host), (error: Error) => {
      assert.ok(error instanceof KeyringError)
      assert.doesNotMatch(error.message + String(error.cause), /SECRET/)
      return true
    })
  }
  await rm(file)
  await writeFile(`${file}.other`, text, { mode: 0o600 })
  await symlink(`${file}.other`, file)
  await assert.rejects(openKeyring(dir, host), KeyringError)
})

test('a rotation adds an epoch; the fingerprint stays', async () => {
  const dir = await dataDir()
  const before = await openKeyring(dir, host)
  await rotateLogKey(dir)
  const after = await openKeyring(dir, host)
  assert.equal(activeKey(after).epoch, 2)
  assert.deepEqual(after.epochs[0]!.publicKey, before.epochs[0]!.publicKey)
  assert.notDeepEqual(after.epochs[1]!.publicKey, before.epochs[0]!.publicKey)
  assert.equal(fingerprint(after), fingerprint(before))
  assert.notEqual(fingerprint(after), fingerprint(await openKeyring(await dataDir(), host)))
  assert.equal((await stat(join(keyringFolder(dir), 'keyring.json'))).mode & 0o777, 0o600)
})

test('a rotation needs a keyring, and one runs at a time', async () => {
  await assert.rejects(rotateLogKey(await dataDir()), KeyringError)
  const dir = await dataDir()
  await openKeyring(dir, host)
  await writeFile(join(keyringFolder(dir), 'keyring.json.next'), '', { mode: 0o600 })
  await assert.rejects(rotateLogKey(dir), /another rotation/)
})

test('the name of a log never changes', async () => {
  const dir = await dataDir()
  await openKeyring(dir, host)
  await rotateLogKey(dir)
  await assert.rejects(openKeyring(dir, 'log.example.org'), /named log\.example\.com for ever/)
  assert.equal((await openKeyring(dir, host)).logHost, host)
})
