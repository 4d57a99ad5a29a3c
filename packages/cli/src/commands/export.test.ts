import assert from 'node:assert/strict'
import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fixtureTokens } from '@membrane/contract'
import { World } from '@membrane/testkit'
import { exportTo, filesOf, fillLog, scratch, verifyAt } from '../testing/exported.ts'
import { membrane, slowClock } from '../testing/terminal.ts'

async function contents(folder: string): Promise<Map<string, string>> {
  const files = await filesOf(folder)
  return new Map(
    await Promise.all(
      files.map(async (file) => [file, await readFile(join(folder, file), 'base64')] as const),
    ),
  )
}

suite('export', () => {
  test('writes a static tlog-tiles tree with its records', async () => {
    await using world = await World.start()
    await fillLog(world, 260)
    const out = await scratch()
    const { out: said } = await exportTo(world, out)
    assert.match(said, /260 commits of membrane\.local\/t\/[0-9a-f]{32}\/1/)
    assert.deepEqual(await filesOf(out), [
      'checkpoint',
      'frontier',
      'policy.json',
      'records.jsonl',
      'tile/0/000',
      'tile/0/001.p/4',
      'tile/1/000.p/1',
      'tile/entries/000',
      'tile/entries/001.p/4',
    ])
    assert.equal((await verifyAt(out)).code, 0)
  })

  test('goes on where it stopped, and follows a log that has grown', async () => {
    await using world = await World.start()
    await fillLog(world, 200)
    const [out, whole] = [await scratch(), await scratch()]
    await exportTo(world, out)
    await fillLog(world, 103)
    await rm(join(out, 'checkpoint'))
    await truncate(join(out, 'records.jsonl'), 5000)
    world.clock.advance(1000)
    await exportTo(world, out)
    await exportTo(world, whole)
    assert.deepEqual(await contents(out), await contents(whole))
    assert.equal((await verifyAt(out)).code, 0)
  })

  test('full tiles are not read again', async () => {
    const asked: string[] = []
    await using world = await World.start()
    await fillLog(world, 256)
    const out = await scratch()
    await exportTo(world, out)
    asked.push(...world.logs)
    world.logs.length = 0
    await exportTo(world, out)
    const documents = (logs: readonly string[]): number =>
      logs.filter((line) => line.includes('"outcome":"document"')).length
    assert.equal(documents(asked), 4)
    assert.equal(documents(world.logs), 2, 'the checkpoint and the partial tile')
  })

  test('an empty log is exported too', async () => {
    await using world = await World.start()
    const out = await scratch()
    await exportTo(world, out)
    assert.deepEqual(await filesOf(out), ['checkpoint', 'frontier', 'policy.json', 'records.jsonl'])
    assert.equal((await verifyAt(out)).code, 0)
  })

  test('another log, or a folder of something else, is not written over', async () => {
    await using world = await World.start()
    const [out, other] = [await scratch(), await scratch()]
    await exportTo(world, out)
    const token = fixtureTokens.secondary
    const foreign = await membrane(['export', '--base-url', world.url, '--token', token, '--out', out])
    assert.equal(foreign.code, 1)
    assert.match(foreign.err, /holds another log/)
    await writeFile(join(other, 'thesis.tex'), '')
    const filled = await membrane(['export', '--base-url', world.url, '--out', other])
    assert.equal(filled.code, 1)
    assert.match(filled.err, /is not empty/)
  })

  test('the tenant may be named; a refusal is one line', async () => {
    await using world = await World.start()
    await fillLog(world, 4)
    const out = await scratch()
    const line = ['export', '--base-url', world.url, '--tenant', 'tenant_node:other', '--json', '--out', out]
    const named = await membrane(line)
    assert.equal((JSON.parse(named.out) as { size: number }).size, 0)
    const expired = await membrane([...line, '--token', fixtureTokens.expired])
    assert.equal(expired.code, 1)
    assert.match(expired.err, /session_expired/)
    assert.equal((await membrane('export')).code, 2)
  })

  test('a terminal sees a bar where it takes long', async () => {
    await using world = await World.start()
    await fillLog(world, 10)
    const out = await scratch()
    const { err } = await membrane(['export', '--base-url', world.url, '--out', out], {
      isTTY: true,
      now: slowClock(),
    })
    assert.match(err, /\r█+ 100 % {2}2\/2 tiles\n\r█+ 100 % {2}10\/10 commits\n$/)
  })
})
