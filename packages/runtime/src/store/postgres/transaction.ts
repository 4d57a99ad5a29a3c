import type { Ref } from '@membrane/contract'
import { StoreUnavailableError, type LogNaming } from '../port.ts'
import { Batch, BatchRefused, type Locked, type Verdict } from './batch.ts'
import { tenantHash } from './keys.ts'
import type { StoreMetrics } from './metrics.ts'
import { isServerState, sqlState, type Connection, type Pool, type Row } from './pool.ts'
import { Probes } from './probe.ts'
import type { Request } from './request.ts'
import { writeBatch, type Written } from './write.ts'

export interface TransactionOptions extends LogNaming {
  readonly clock: () => number
  readonly pool: Pool
  /** How long an unknown outcome is looked for, milliseconds. */
  readonly resolveMs: number
  /** For how long a transaction decides calls again, and how long one of them may take, milliseconds. */
  readonly againMs: number
  readonly againEachMs: number
  readonly metrics: StoreMetrics
}

interface Decided {
  readonly verdicts: readonly Verdict[]
  readonly written: Written
}

const headColumns = 'tenant, size, committed_ms, frontier, epochs, counts, connectors'

const createLogs = `
insert into membrane.logs (${headColumns})
select tenant, 0, 0, ''::bytea, '[]', '{}', '{}' from unnest($1::bytea[]) as q (tenant) order by tenant
on conflict do nothing`

const lockFree = `
select ${headColumns} from membrane.logs where tenant = any($1::bytea[]) order by tenant for no key update skip locked`
const shareFree = `
select tenant from membrane.logs where tenant = any($1::bytea[]) order by tenant for share skip locked`
const lockOne = `select ${headColumns} from membrane.logs where tenant = $1 for no key update`
const shareOne = `select tenant from membrane.logs where tenant = $1 for share`
const findCommit = 'select from membrane.commits where tenant = $1 and commit = $2'

/** Runs batches of calls, one transaction each. */
export class Transactions {
  readonly #options: TransactionOptions
  /** Tenants whose log has a row; asking again costs little, so forgetting is harmless. */
  readonly #created = new Set<Ref>()

  constructor(options: TransactionOptions) {
    this.#options = options
  }

  /** With `wait`, a log that another holds is waited for; the calls are then of one tenant. */
  async run(requests: readonly Request[], wait: boolean): Promise<readonly Verdict[]> {
    const { pool } = this.#options
    const connection = await pool.take()
    let decided: Decided | undefined
    try {
      await this.#createLogs(connection, requests)
      decided = await this.#decide(connection, requests, wait)
      await finish(connection, decided.written)
      pool.give(connection)
      return decided.verdicts
    } catch (error) {
      pool.drop(connection, error)
      const state = sqlState(error)
      if (error instanceof StoreUnavailableError || error instanceof BatchRefused) throw error
      if (state !== undefined && !isServerState(state)) throw new BatchRefused(error)
      if (decided !== undefined && (await this.#isCommitted(decided.written))) return decided.verdicts
      throw new StoreUnavailableError('the database did not answer', { cause: error })
    }
  }

  async #createLogs(connection: Connection, requests: readonly Request[]): Promise<void> {
    const tenants = tenantsOf(requests).filter((tenant) => !this.#created.has(tenant))
    if (tenants.length === 0) return
    await connection.run(createLogs, [tenants.map(tenantHash)], 'create_logs')
    if (this.#created.size > 20_000) this.#created.clear()
    for (const tenant of tenants) this.#created.add(tenant)
  }

  /** Locks the heads, asks what the checks need, and decides call by call, each after those before it. */
  async #decide(connection: Connection, requests: readonly Request[], wait: boolean): Promise<Decided> {
    const { clock, ...options } = this.#options
    const nowMs = clock()
    const begun = connection.run('begin')
    const locks = wait ? lockWaiting(connection, requests) : lockFreeOnes(connection, requests)
    const probes = new Probes(connection, nowMs)
    for (const { units } of requests) for (const unit of units) probes.add(unit)
    const [locked] = await Promise.all([locks, probes.ask(), begun])
    const batch = new Batch({ ...options, connection, locked, probes, nowMs })
    const verdicts: Verdict[] = []
    try {
      for (const request of requests) verdicts.push(await batch.decide(request))
    } finally {
      batch.end()
    }
    for (const tenant of batch.missing) this.#created.delete(tenant)
    return { verdicts, written: batch.written }
  }

  /**
   * Whether a batch whose COMMIT was not answered is in the log. Its transaction may still be running: the lock on
   * the head is what waits for it. A batch that wrote nothing relies on what was committed before it.
   */
  async #isCommitted({ placed: [first] }: Written): Promise<boolean> {
    if (first === undefined) return true
    const { unit, commit } = first
    const { pool, resolveMs } = this.#options
    const deadline = performance.now() + resolveMs
    let failure: unknown
    while (performance.now() < deadline) {
      try {
        return await pool.with(async (connection) => {
          const tenant = tenantHash(unit.tenant)
          void connection.run('begin')
          void connection.run(lockOne, [tenant], 'lock_one')
          const found = connection.run(findCommit, [tenant, commit], 'find_commit')
          await connection.run('commit')
          return (await found).rowCount === 1
        })
      } catch (error) {
        failure = error
        await new Promise((done) => setTimeout(done, 100))
      }
    }
    throw new StoreUnavailableError('whether the commit was made is not known', { cause: failure })
  }
}

/** Sends COMMIT behind the inserts and waits for all of them; a COMMIT that rolls back has an insert to blame. */
async function finish(connection: Connection, written: Written): Promise<void> {
  const writes = written.placed.length === 0 ? undefined : writeBatch(connection, written)
  writes?.catch(() => {})
  const commit = connection.run('commit')
  await writes
  const { command } = await commit
  if (command !== 'COMMIT') throw new Error(`COMMIT was answered by ${command}`)
}

async function lockFreeOnes(connection: Connection, requests: readonly Request[]): Promise<Locked> {
  const own = new Set(requests.map(({ tenant }) => tenant))
  const shared = tenantsOf(requests).filter((tenant) => !own.has(tenant))
  const [locked, shares] = await Promise.all([
    connection.rows(lockFree, [[...own].map(tenantHash)], 'lock_free'),
    shared.length === 0 ? [] : connection.rows(shareFree, [shared.map(tenantHash)], 'share_free'),
  ])
  return lockedOf(locked, shares)
}

/** Waits for each lock in the order of all tenants' hashes: two that wait so never wait for each other in a ring. */
async function lockWaiting(connection: Connection, requests: readonly Request[]): Promise<Locked> {
  const own = requests[0]!.tenant
  const results = tenantsOf(requests).map(async (tenant) => ({
    isOwn: tenant === own,
    rows: await connection.rows(
      tenant === own ? lockOne : shareOne,
      [tenantHash(tenant)],
      tenant === own ? 'lock_one' : 'share_one',
    ),
  }))
  const locks = await Promise.all(results)
  return lockedOf(
    locks.filter(({ isOwn }) => isOwn).flatMap(({ rows }) => rows),
    locks.filter(({ isOwn }) => !isOwn).flatMap(({ rows }) => rows),
  )
}

function lockedOf(own: readonly Row[], shared: readonly Row[]): Locked {
  const name = ({ tenant }: Row): string => (tenant as Buffer).toString('hex')
  const heads = new Map(own.map((row) => [name(row), row]))
  const shares = new Set(shared.map(name))
  return { heads, has: (tenant) => heads.has(tenant) || shares.has(tenant) }
}

/** Every tenant whose log must hold still, in the order of their hashes. */
function tenantsOf(requests: readonly Request[]): Ref[] {
  const tenants = new Set(requests.flatMap(({ tenant, shared }) => [tenant, ...shared]))
  return [...tenants].sort((a, b) => Buffer.compare(tenantHash(a), tenantHash(b)))
}
