import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeptStore, ManualClock, World, writeUnit } from '@membrane/testkit'
import { exportTo, scratch, tenant, verifyAt } from '../testing/exported.ts'
import { membrane } from '../testing/terminal.ts'

test('rotate-log-key begins an epoch; the exported log verifies across it', async () => {
  const dir = await scratch()
  const none = await membrane(['rotate-log-key', '--data-dir', dir])
  assert.deepEqual([none.code, /there is no keyring/.test(none.err)], [1, true])
  const store = new KeptStore(new ManualClock().now)
  const settings = { MEMBRANE_DATABASE_URL: 'postgres://kept', MEMBRANE_DATA_DIR: dir }
  for (const epoch of [2, 3]) {
    {
      await using world = await World.start({ settings, openStore: store.open })
      for (let at = 0; at < 130; at++) await writeUnit(world.runtime, tenant, {})
    }
    const { code, out } = await membrane('rotate-log-key --json', { env: { MEMBRANE_DATA_DIR: dir } })
    assert.equal(code, 0)
    assert.equal((JSON.parse(out) as { epoch: number }).epoch, epoch)
  }
  await using world = await World.start({ settings, openStore: store.open })
  await writeUnit(world.runtime, tenant, {})
  const out = await scratch()
  await exportTo(world, out)
  const { code, out: said } = await verifyAt(out)
  assert.equal(code, 0, said)
  assert.match(said, /\/3, 261 commits$/m)
})
