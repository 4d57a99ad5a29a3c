import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, startCluster } from '@membrane/runtime/postgres'
import { clusterFolder, World } from '@membrane/testkit'
import { knobs } from './knobs.ts'
import { Load } from './load.ts'
import { checkAfterwards } from './whole-log.ts'

test('a database killed under load loses nothing, and the server goes on with it without a restart', async (t) => {
  const folder = clusterFolder()
  t.after(() => rmSync(folder, { recursive: true }))
  const options = { folder: join(folder, 'cluster'), settings: { shared_buffers: '64MB' } }
  let cluster = await startCluster(options)
  await migrate(cluster.url())
  {
    await using world = await World.start({ databaseUrl: cluster.url() })
    const load = new Load(() => world.url, knobs.callers)
    for (let round = 0; round < knobs.rounds; round++) {
      await load.moreAcknowledged(20)
      await sleep(knobs.loadMs)
      cluster.process.kill('SIGKILL')
      await cluster.ended
      await load.nextRefused()
      const ready = await world.fetch('/ready')
      assert.equal(ready.status, 503)
      const health = (await (await world.fetch('/health')).json()) as { ready: boolean; storage: string }
      assert.deepEqual([health.ready, health.storage], [false, 'postgres'])
      const answer = await world.refuses('commit.recent', 'store_unavailable')
      assert.equal(answer.headers.get('retry-after'), '1')
      cluster = await startCluster({ ...options, port: cluster.port })
    }
    await load.moreAcknowledged(20)
    await load.stop()
    assert.equal((await world.fetch('/ready')).status, 200)
    assert.deepEqual(new Set(load.refused), new Set(['store_unavailable']))
    const total = await checkAfterwards(world, load)
    t.diagnostic(`${knobs.rounds} kills, ${load.acknowledged.length} acknowledged, ${total} in the logs`)
  }
  await cluster[Symbol.asyncDispose]()
})
