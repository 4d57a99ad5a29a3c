import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Ref } from '@membrane/contract'
import { equal, parseLeaf } from '@membrane/ledger'
import type { Config } from './config.ts'
import { embeddedFolder, embeddedSettings } from './durable.ts'
import { readGuard, type CheckpointGuard } from './signing/checkpoint-guard.ts'
import { KeyringError, keyringFolder, readKeyring } from './signing/keyring-file.ts'
import { activeKey, fingerprint, logId, logOrigin, type Keyring } from './signing/keyring.ts'
import { LogTree } from './signing/log-tree.ts'
import { ClusterError } from './store/postgres/cluster.ts'
import { FolderTakenError, startEmbedded } from './store/postgres/embedded.ts'
import { readSchema } from './store/postgres/migrate.ts'
import { checkSchema, createPool, DatabaseError, otherKeyring } from './store/postgres/open.ts'
import type { Pool } from './store/postgres/pool.ts'
import { PostgresStore } from './store/postgres/store.ts'
import { StoreUnavailableError } from './store/port.ts'

/** `warn`: it runs, but the operator should know. `fail`: it does not run, or must not. */
export interface Finding {
  readonly check: 'store' | 'keyring' | 'database' | 'schema' | 'log'
  readonly verdict: 'ok' | 'warn' | 'fail'
  /** What was found and, where it is not well, what to do. */
  readonly says: string
}

/**
 * Looks at what a runtime of this configuration would stand on: the keyring, the database and its schema, and
 * whether every log still is what was signed of it. It makes nothing and changes nothing; an embedded database is
 * started to look inside, and stopped again.
 */
export async function* diagnose(config: Config): AsyncGenerator<Finding, void> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null) {
    const says = 'in memory: everything ends with the process; --database-url embedded keeps it'
    yield { check: 'store', verdict: 'warn', says }
    return
  }
  const found = await findKeyring(dataDir)
  yield found.finding
  if (databaseUrl !== 'embedded') return yield* diagnoseDatabase(databaseUrl, config, found.keyring)
  if (!existsSync(embeddedFolder(dataDir))) {
    yield { check: 'database', verdict: 'warn', says: `none in ${dataDir} yet; the first start makes one` }
    return
  }
  try {
    const options = { folder: embeddedFolder(dataDir), settings: embeddedSettings }
    await using embedded = await startEmbedded(options)
    yield* diagnoseDatabase(embedded.url, config, found.keyring)
  } catch (error) {
    if (error instanceof FolderTakenError) {
      yield { check: 'database', verdict: 'warn', says: `${error.message}; its /health answers for the log` }
    } else if (error instanceof ClusterError)
      yield { check: 'database', verdict: 'fail', says: error.message }
    else throw error
  }
}

async function findKeyring(dataDir: string): Promise<{ finding: Finding; keyring: Keyring | undefined }> {
  const check = 'keyring'
  try {
    const keyring = await readKeyring(dataDir)
    if (keyring === undefined) {
      const says = `none in ${keyringFolder(dataDir)} yet; the first start makes one`
      return { keyring, finding: { check, verdict: 'warn', says } }
    }
    const says = `${join(keyringFolder(dataDir), 'keyring.json')}, signing in epoch ${activeKey(keyring).epoch}`
    return { keyring, finding: { check, verdict: 'ok', says } }
  } catch (error) {
    if (!(error instanceof KeyringError)) throw error
    return { keyring: undefined, finding: { check, verdict: 'fail', says: error.message } }
  }
}

async function* diagnoseDatabase(
  url: string,
  config: Config,
  keyring: Keyring | undefined,
): AsyncGenerator<Finding, void> {
  let pool: Pool | undefined
  try {
    pool = createPool(url)
    const { version, identity, keyring: bound } = await readSchema(pool)
    yield { check: 'database', verdict: 'ok', says: 'it answers' }
    checkSchema(version)
    yield { check: 'schema', verdict: 'ok', says: `version ${version}, the one of this build` }
    if (bound === null || keyring === undefined) {
      const isFresh = bound === null
      const says = isFresh ? 'no server has used the database yet' : otherKeyring
      yield { check: 'log', verdict: isFresh ? 'ok' : 'fail', says }
    } else if (bound !== fingerprint(keyring)) yield { check: 'log', verdict: 'fail', says: otherKeyring }
    else yield await checkLogs(pool, config, keyring, identity!)
  } catch (error) {
    if (error instanceof DatabaseError) yield { check: 'schema', verdict: 'fail', says: error.message }
    else if (error instanceof StoreUnavailableError)
      yield { check: 'database', verdict: 'fail', says: error.message }
    else throw error
  } finally {
    await pool?.close()
  }
}

/** Whether each log still has, at the size that was signed last, the root that was signed. */
async function checkLogs(pool: Pool, config: Config, keyring: Keyring, identity: string): Promise<Finding> {
  const originOf = (tenant: Ref, epoch: number): string => logOrigin(keyring, tenant, epoch)
  const { epoch } = activeKey(keyring)
  const store = new PostgresStore({ pool, identity, clock: Date.now, epoch, originOf })
  const tree = new LogTree(store)
  const last: CheckpointGuard['last'] = await readGuard(config.dataDir, identity)
  let signed = 0
  const tenants = await tenantsOf(pool)
  for (const tenant of tenants) {
    const state = last(logId(keyring, tenant))
    if (state === undefined) continue
    signed++
    const { size } = await store.head(tenant)
    const isSame = size >= state.size && equal(await tree.root(tenant, state.size), state.root)
    if (isSame) continue
    const says = `the log of ${tenant} is not the one that was signed at ${state.size} commits: bring back the database that was, or ask who changed it`
    return { check: 'log', verdict: 'fail', says }
  }
  const says = `${tenants.length} logs; the ${signed} that were signed extend what was signed`
  return { check: 'log', verdict: 'ok', says }
}

/** Every tenant that has a log, by its first leaf. */
async function tenantsOf(pool: Pool): Promise<Ref[]> {
  const rows = await pool.with((connection) =>
    connection.rows(
      'select leaf from membrane.logs join membrane.commits using (tenant) where sequence = 0',
      [],
      'first_leaves',
    ),
  )
  // A tenant whose name is too long for a leaf stands in it as a digest, and cannot be looked up.
  return rows
    .map(({ leaf }) => parseLeaf(leaf as Buffer).tenant)
    .filter((tenant) => tenant.startsWith('tenant_node:'))
}
