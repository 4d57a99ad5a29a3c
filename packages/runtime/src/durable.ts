import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from 'prom-client'
import { ConfigError, type Config } from './config.ts'
import { ClusterError } from './store/postgres/cluster.ts'
import { FolderTakenError, startEmbedded } from './store/postgres/embedded.ts'
import { DatabaseError, migrate, openPostgres } from './store/postgres/open.ts'
import type { PostgresStore } from './store/postgres/store.ts'
import type { LogNaming } from './store/port.ts'

export interface DurableOptions extends LogNaming {
  readonly clock: () => number
  readonly fingerprint: string
  readonly registry: Registry
}

/**
 * What serves as the embedded database's settings: small enough for a laptop, and every COMMIT on the disk before
 * it is answered, as PostgreSQL does by itself.
 */
export const embeddedSettings = { shared_buffers: '128MB', max_connections: '50' }

/** Where the embedded database of a data folder is. */
export function embeddedFolder(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/** Opens the store of `MEMBRANE_DATABASE_URL`. What the operator has to mend is a `ConfigError`. */
export async function openDurable(
  { databaseUrl, dataDir }: Config,
  options: DurableOptions,
): Promise<PostgresStore> {
  try {
    if (databaseUrl !== 'embedded') return await openPostgres({ ...options, url: databaseUrl! })
    await prepareDataDir(dataDir)
    const embedded = await startEmbedded({ folder: embeddedFolder(dataDir), settings: embeddedSettings })
    try {
      await migrate(embedded.url)
      return await openPostgres({ ...options, url: embedded.url, beneath: embedded })
    } catch (error) {
      await embedded[Symbol.asyncDispose]()
      throw error
    }
  } catch (error) {
    const isForOperator =
      error instanceof DatabaseError || error instanceof ClusterError || error instanceof FolderTakenError
    throw isForOperator ? new ConfigError(`MEMBRANE_DATABASE_URL: ${error.message}`, { cause: error }) : error
  }
}

/**
 * The data folder is its owner's alone. Started as root, the database runs as another user, who must be able to
 * walk through to its own folder; everything else in there stays closed by its own mode.
 */
async function prepareDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}
