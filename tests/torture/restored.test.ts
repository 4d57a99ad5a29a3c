import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startPostgres, World } from '@membrane/testkit'
import { requestOf } from './load.ts'

const tenant = 'tenant_node:fixture'

test('over a database that came back older, the server refuses to sign and says why', async (t) => {
  const { database, copy } = await startPostgres()
  const databaseUrl = await database()
  const dataDir = mkdtempSync(join(tmpdir(), 'membrane-torture-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const claimAndShow = async (world: World) => {
    const { receipt } = await world.call('standing.claim', requestOf(tenant))
    return { ref: receipt.ref, answer: await world.call('receipt.show', { ref: receipt.ref }) }
  }
  {
    await using world = await World.start({ databaseUrl, dataDir })
    assert.equal((await claimAndShow(world)).answer.outcome, 'verified')
  }
  const older = await copy(databaseUrl)
  {
    await using world = await World.start({ databaseUrl, dataDir })
    for (let at = 0; at < 3; at++) assert.equal((await claimAndShow(world)).answer.outcome, 'verified')
  }
  await using world = await World.start({ databaseUrl: older, dataDir })
  const { answer } = await claimAndShow(world)
  assert.equal(answer.body.refusal_code, 'log_fork_detected')
  const health = (await (await world.fetch('/health')).json()) as { log: string }
  assert.equal(health.log, 'fork_detected')
})
