import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openGuard, type SignedState } from './checkpoint-guard.ts'
import { keyringFolder, openKeyring } from './keyring-file.ts'

const host = 'log.example.com'
const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function folderWithKeyring(): Promise<{ dir: string; file: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'membrane-guard-'))
  folders.push(dir)
  await openKeyring(dir, host)
  return { dir, file: join(keyringFolder(dir), 'checkpoints') }
}

const at = (size: number): SignedState => ({ size, root: Buffer.alloc(32, size) })

test('what was recorded is known after a restart, by log and by store', async () => {
  const { dir, file } = await folderWithKeyring()
  const guard = await openGuard(dir, 'store-1')
  assert.equal(guard.last('a'), undefined)
  await guard.record('a', at(3))
  await guard.record('b', at(5))
  await guard.record('a', at(4))
  await (await openGuard(dir, 'store-2')).record('a', at(9))
  const again = await openGuard(dir, 'store-1')
  assert.deepEqual(again.last('a'), at(4))
  assert.deepEqual(again.last('b'), at(5))
  assert.equal(again.last('c'), undefined)
  assert.deepEqual((await openGuard(dir, 'store-2')).last('a'), at(9))
  assert.equal((await stat(file)).mode & 0o777, 0o600)
})

test('opening it leaves one line per log', async () => {
  const { dir, file } = await folderWithKeyring()
  const guard = await openGuard(dir, 'store')
  for (let size = 1; size <= 50; size++) await guard.record('a', at(size))
  assert.equal((await readFile(file, 'utf8')).split('\n').length, 51)
  await openGuard(dir, 'store')
  assert.equal(
    await readFile(file, 'utf8'),
    `["store","a",50,"${Buffer.alloc(32, 50).toString('base64')}"]\n`,
  )
})

test('records of one moment share a write, and none is lost', async () => {
  const { dir } = await folderWithKeyring()
  const guard = await openGuard(dir, 'store')
  await Promise.all(Array.from({ length: 200 }, (_, log) => guard.record(`log-${log}`, at(log + 1))))
  const again = await openGuard(dir, 'store')
  for (let log = 0; log < 200; log++) assert.equal(again.last(`log-${log}`)!.size, log + 1)
})

test('two servers of one folder do not lose what the other recorded', async () => {
  const { dir } = await folderWithKeyring()
  const first = await openGuard(dir, 'store')
  await first.record('a', at(1))
  const second = await openGuard(dir, 'store')
  await first.record('a', at(2))
  await second.record('b', at(7))
  const again = await openGuard(dir, 'store')
  assert.deepEqual([again.last('a')!.size, again.last('b')!.size], [2, 7])
})

test('a line that a crash cut off is dropped; another damage stops the start', async () => {
  const { dir, file } = await folderWithKeyring()
  await (await openGuard(dir, 'store')).record('a', at(3))
  await appendFile(file, '["store","a",4,"AAA')
  const guard = await openGuard(dir, 'store')
  assert.deepEqual(guard.last('a'), at(3))
  await guard.record('a', at(4))
  assert.deepEqual((await openGuard(dir, 'store')).last('a'), at(4))
  await writeFile(file, '["store","a","4","AAA="]\n')
  await assert.rejects(openGuard(dir, 'store'), /line 1 .* damaged/)
})

test('a write that fails is not remembered', async () => {
  const { dir } = await folderWithKeyring()
  const guard = await openGuard(dir, 'store')
  await rm(keyringFolder(dir), { recursive: true })
  await assert.rejects(guard.record('a', at(1)))
  assert.equal(guard.last('a'), undefined)
})
