import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { clusterUrl, startCluster, type Cluster, type ClusterOptions } from './cluster.ts'

/** A PostgreSQL that belongs to this process: it starts again when it dies, and stops with the process. */
export interface EmbeddedPostgres extends AsyncDisposable {
  readonly url: string
}

/** Another running server has the data folder. */
export class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError'
}

/** Held in the cluster's own database by the server that the folder belongs to, as long as it lives. */
const ownerLock = 0x6d656d6f
const restartMs = 500
const stopMs = 30_000

/**
 * Starts the PostgreSQL of a folder. One server at a time: whoever runs holds a lock inside the database, so a
 * cluster that a killed server left running is known by the lock that nobody holds, and is stopped first.
 */
export async function startEmbedded(options: ClusterOptions): Promise<EmbeddedPostgres> {
  await stopOrphan(options.folder)
  let cluster = await startCluster(options)
  let owner = await own(cluster)
  if (owner === undefined) {
    await cluster[Symbol.asyncDispose]()
    throw new FolderTakenError(`another server runs on ${options.folder}`)
  }
  const state = { stopping: false }

  async function keepRunning(): Promise<void> {
    while (!state.stopping) {
      await cluster.ended
      if (state.stopping) return
      await owner?.end().catch(() => {})
      await sleep(restartMs)
      const started = await startCluster({ ...options, port: cluster.port }).catch(() => undefined)
      if (started === undefined) continue
      cluster = started
      owner = await own(cluster).catch(() => undefined)
    }
  }
  const kept = keepRunning()

  return {
    url: cluster.url(),
    async [Symbol.asyncDispose]() {
      state.stopping = true
      await owner?.end().catch(() => {})
      await cluster[Symbol.asyncDispose]()
      await kept
    },
  }
}

async function own(cluster: Cluster): Promise<Client | undefined> {
  return lockAt(cluster.url())
}

/** A connection that holds the folder's lock; undefined where another one does. */
async function lockAt(url: string): Promise<Client | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    ownerLock,
  ])
  if (rows[0]!.mine) return client
  await client.end()
  return undefined
}

/** Stops a cluster that outlived its server. */
async function stopOrphan(folder: string): Promise<void> {
  const running = await readPostmaster(folder)
  if (running === undefined) return
  let client: Client | undefined
  try {
    client = await lockAt(await clusterUrl(folder, running.port))
  } catch {
    // Nothing answers there: the file was left behind, and PostgreSQL itself judges it.
    return
  }
  if (client === undefined) throw new FolderTakenError(`another server runs on ${folder}`)
  await client.end()
  process.kill(running.pid, 'SIGINT')
  const deadline = performance.now() + stopMs
  while ((await readPostmaster(folder)) !== undefined && performance.now() < deadline) await sleep(20)
}

/** Process and port, the first and the fourth line of postmaster.pid. */
async function readPostmaster(folder: string): Promise<{ pid: number; port: number } | undefined> {
  const text = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => undefined)
  const [pid, , , port] = text?.split('\n') ?? []
  return port === undefined ? undefined : { pid: Number(pid), port: Number(port) }
}
