import assert from 'node:assert/strict'
import { chmodSync, cpSync, chownSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, startCluster, type Cluster } from '@membrane/runtime/postgres'
import { clusterFolder, runSql, World } from '@membrane/testkit'
import { knobs } from './knobs.ts'
import { Load } from './load.ts'
import { checkAfterwards } from './whole-log.ts'

const settings = { shared_buffers: '64MB', wal_keep_size: '256MB' }

test('a primary that dies with a synchronous standby loses nothing, and the pool finds the new primary', async (t) => {
  const folder = clusterFolder()
  t.after(() => rmSync(folder, { recursive: true }))
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const { primary, standby } = await startPair(first, second)
  const databaseUrl = bothHosts(primary, standby)
  {
    await using world = await World.start({ databaseUrl })
    const load = new Load(() => world.url, knobs.callers)
    await load.moreAcknowledged(50)
    await sleep(knobs.loadMs)
    primary.process.kill('SIGKILL')
    await primary.ended
    const acknowledgedBefore = load.acknowledged.length
    await runSql(standby.url(), 'select pg_promote(true)')
    await load.moreAcknowledged(50)
    await load.stop()
    assert.ok(load.acknowledged.length >= acknowledgedBefore + 50)
    const total = await checkAfterwards(world, load)
    t.diagnostic(`${load.acknowledged.length} acknowledged, ${total} in the logs`)
  }
  await standby[Symbol.asyncDispose]()
})

/** A standby begins as a copy of its stopped primary; from then on every COMMIT waits for both. */
async function startPair(first: string, second: string): Promise<{ primary: Cluster; standby: Cluster }> {
  const made = await startCluster({ folder: first, settings })
  await migrate(made.url())
  await made[Symbol.asyncDispose]()
  copyOwned(first, second)
  const signal = join(second, 'data', 'standby.signal')
  writeFileSync(signal, '')
  const { uid, gid } = statSync(join(second, 'data'))
  chownSync(signal, uid, gid)
  const synchronous = { ...settings, synchronous_standby_names: '*' }
  const primary = await startCluster({ folder: first, settings: synchronous, port: made.port })
  const standby = await startCluster({
    folder: second,
    settings: { ...settings, primary_conninfo: primary.url() },
  })
  while ((await runSql(primary.url(), "select from pg_stat_replication where sync_state = 'sync'")) === 0)
    await sleep(20)
  return { primary, standby }
}

function copyOwned(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  for (const closed of ['.', 'data']) chmodSync(join(to, closed), 0o700)
  const { uid, gid } = statSync(from)
  for (const entry of ['.', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, entry), uid, gid)
}

function bothHosts(primary: Cluster, standby: Cluster): string {
  const host = (cluster: Cluster): string => `127.0.0.1:${cluster.port}`
  const both = `${host(standby)},${host(primary)}`
  return `${primary.url().replace(host(primary), both)}?target_session_attrs=read-write`
}
