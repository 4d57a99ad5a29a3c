import { existsSync, mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, startCluster, type Cluster } from '@membrane/runtime/postgres'
import { Client } from 'pg'

/** A PostgreSQL of the test process's own, as durable as in production. It goes when the process ends. */
export interface TestPostgres {
  readonly cluster: Cluster
  /** A new empty database with the schema in place; answers its URL. */
  database(this: void): Promise<string>
  /** A copy of a database as it is now, while nobody uses it; answers its URL. */
  copy(this: void, url: string): Promise<string>
}

const template = 'membrane_template'
const smallServer = { shared_buffers: '64MB', max_connections: '100', log_min_messages: 'fatal' }

let started: Promise<TestPostgres> | undefined

/** The cluster of this process, started at the first call. */
export function startPostgres(): Promise<TestPostgres> {
  started ??= start()
  return started
}

/** A folder that the database's user can reach too. */
export function clusterFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'membrane-postgres-'))
  chmodSync(folder, 0o755)
  return folder
}

async function start(): Promise<TestPostgres> {
  const folder = clusterFolder()
  const cluster = await startCluster({ folder: join(folder, 'cluster'), settings: smallServer })
  cluster.process.unref()
  ;(cluster.process.stderr as unknown as { unref(): void }).unref()
  process.once('exit', () => {
    cluster.process.kill('SIGQUIT')
    waitFor(() => !existsSync(join(cluster.folder, 'data', 'postmaster.pid')))
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  await runSql(cluster.url(), `create database ${template}`)
  await migrate(cluster.url(template))
  let made = 0
  return {
    cluster,
    async database() {
      const name = `world_${++made}`
      await runSql(cluster.url(), `create database ${name} template ${template}`)
      return cluster.url(name)
    },
    async copy(url) {
      const name = `copy_${++made}`
      await runSql(cluster.url(), `create database ${name} template ${new URL(url).pathname.slice(1)}`)
      return cluster.url(name)
    },
  }
}

/** Runs one statement as the superuser, what no server may do; answers how many rows it gave or touched. */
export async function runSql(url: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

/** Waits in an exit handler, where nothing asynchronous runs any more; not longer than five seconds. */
function waitFor(condition: () => boolean): void {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; tries < 250 && !condition(); tries++) Atomics.wait(cell, 0, 0, 20)
}
