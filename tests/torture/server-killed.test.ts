import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres, World } from '@membrane/testkit'
import { knobs } from './knobs.ts'
import { Load } from './load.ts'
import { ServerProcess } from './server-process.ts'
import { checkAfterwards } from './whole-log.ts'

test('a server killed under load loses nothing that it acknowledged', async (t) => {
  const databaseUrl = await (await startPostgres()).database()
  const dataDir = mkdtempSync(join(tmpdir(), 'membrane-torture-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const settings = { MEMBRANE_DATABASE_URL: databaseUrl, MEMBRANE_DATA_DIR: dataDir }
  let server = await ServerProcess.start(settings)
  const load = new Load(() => server.url, knobs.callers)
  for (let round = 0; round < knobs.rounds; round++) {
    await load.moreAcknowledged(20)
    await sleep(knobs.loadMs)
    await server.kill()
    if (round < knobs.rounds - 1) server = await ServerProcess.start(settings)
  }
  await load.stop()
  await using world = await World.start({ databaseUrl, dataDir })
  const total = await checkAfterwards(world, load)
  assert.ok(total >= load.acknowledged.length)
  t.diagnostic(`${knobs.rounds} kills, ${load.acknowledged.length} acknowledged, ${total} in the logs`)
})
