import { randomUUID } from 'node:crypto'
import type { Connection, Pool } from './pool.ts'
import { migrations, schemaVersion, serviceGrants } from './schema.ts'

/** What a database says of its schema. */
export interface SchemaState {
  /** 0 where there is none. */
  readonly version: number
  readonly identity: string | null
  /** The fingerprint of the keyring that it belongs to; null before the first start. */
  readonly keyring: string | null
}

/** Any number will do, as long as it stays: all migrations of all builds wait for the same lock. */
const migrationLock = 0x6d656d62

/** The role that servers may run as, beside the owner. */
export const serviceRole = 'membrane_service'

export async function readSchema(pool: Pool): Promise<SchemaState> {
  return pool.with(async (connection) => {
    const [found] = await connection.rows(
      "select to_regclass('membrane.meta') is not null as made",
      [],
      'has_meta',
    )
    return found!.made === true ? readMeta(connection) : { version: 0, identity: null, keyring: null }
  })
}

async function readMeta(connection: Connection): Promise<SchemaState> {
  const { rows } = await connection.run('select name, value from membrane.meta')
  const meta = new Map(rows.map(({ name, value }) => [name as string, value as string]))
  const versions = [...meta.keys()].filter((name) => name.startsWith('schema_'))
  return {
    version: versions.length,
    identity: meta.get('identity') ?? null,
    keyring: meta.get('keyring') ?? null,
  }
}

/**
 * Brings a database to this build's schema, in one transaction; one migration at a time runs against it. The role
 * of the URL owns the tables. `serviceRole` is made where the owner may make roles, and gets no more than a server
 * needs; grant it to the role that `serve` connects as.
 */
export async function migrateSchema(pool: Pool): Promise<{ from: number; to: number }> {
  return pool.with(async (connection) => {
    await connection.run('begin')
    await connection.run('set local lock_timeout = 0')
    await connection.run('set local statement_timeout = 0')
    await connection.run(`select pg_advisory_xact_lock(${migrationLock})`)
    await connection.run('create schema if not exists membrane')
    const made = await connection.run("select to_regclass('membrane.meta') is not null as made")
    const from = made.rows[0]!.made === true ? (await readMeta(connection)).version : 0
    for (let version = from + 1; version <= schemaVersion; version++) {
      await connection.run(migrations[version - 1]!)
      await connection.run(
        "insert into membrane.meta (name, value) values ($1, to_char(now(), 'YYYY-MM-DD'))",
        [`schema_${version}`],
      )
    }
    await connection.run(
      "insert into membrane.meta (name, value) values ('identity', $1) on conflict do nothing",
      [randomUUID()],
    )
    await grantService(connection)
    await connection.run('commit')
    return { from, to: Math.max(from, schemaVersion) }
  })
}

async function grantService(connection: Connection): Promise<void> {
  const { rows } = await connection.run(
    'select rolcreaterole or rolsuper as may, exists (select from pg_roles where rolname = $1) as made ' +
      'from pg_roles where rolname = current_user',
    [serviceRole],
  )
  const { may, made } = rows[0]!
  if (made !== true && may !== true) return
  if (made !== true) await connection.run(`create role ${serviceRole} nologin`)
  for (const statement of serviceGrants.replaceAll('%role%', serviceRole).trim().split(';\n')) {
    await connection.run(statement.replace(/;$/, ''))
  }
}

/** Records the fingerprint of the keyring at the first start; answers the one that is recorded. */
export async function bindKeyring(pool: Pool, fingerprint: string): Promise<string> {
  return pool.with(async (connection) => {
    await connection.run(
      "insert into membrane.meta (name, value) values ('keyring', $1) on conflict (name) do nothing",
      [fingerprint],
    )
    const { rows } = await connection.run("select value from membrane.meta where name = 'keyring'")
    return rows[0]!.value as string
  })
}
