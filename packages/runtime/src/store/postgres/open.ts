import { bounds } from './bounds.ts'
import { bindKeyring, migrateSchema, readSchema } from './migrate.ts'
import { Pool } from './pool.ts'
import { schemaVersion } from './schema.ts'
import { PostgresStore, type PostgresStoreOptions } from './store.ts'
import { parseTarget } from './target.ts'

export interface OpenOptions extends Omit<PostgresStoreOptions, 'pool' | 'identity'> {
  readonly url: string
  /** Of the keyring in use: a database takes no other one. */
  readonly fingerprint: string
}

/** The database cannot be used as it is; the message says what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

export const otherKeyring =
  'the database belongs to another keyring: copy the keyring file of its other servers into this data folder'

/** Throws where the schema is not the one that this build knows. */
export function checkSchema(version: number): void {
  if (version < schemaVersion) {
    throw new DatabaseError(
      `the database's schema is ${version === 0 ? 'missing' : `of version ${version}`}, this build needs version ` +
        `${schemaVersion}: run membrane migrate`,
    )
  }
  if (version > schemaVersion) {
    throw new DatabaseError(
      `the database's schema is of version ${version}, newer than the ${schemaVersion} of this build: run a newer build`,
    )
  }
}

/** Opens the store of a database whose schema this build knows. */
export async function openPostgres({ url, fingerprint, ...options }: OpenOptions): Promise<PostgresStore> {
  const pool = createPool(url)
  try {
    const { version, identity } = await readSchema(pool)
    checkSchema(version)
    if ((await bindKeyring(pool, fingerprint)) !== fingerprint) throw new DatabaseError(otherKeyring)
    return new PostgresStore({ ...options, pool, identity: identity! })
  } catch (error) {
    await pool.close()
    throw error
  }
}

/** Makes or renews the schema of a database; safe to run again, and while servers run. */
export async function migrate(url: string): Promise<{ readonly from: number; readonly to: number }> {
  const pool = createPool(url)
  try {
    return await migrateSchema(pool)
  } finally {
    await pool.close()
  }
}

export function createPool(url: string): Pool {
  const target = parseTarget(url)
  if (target === undefined) throw new DatabaseError('the database URL cannot be read')
  return new Pool(target, bounds)
}
