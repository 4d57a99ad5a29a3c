import type { Ref } from '@membrane/contract'
import type { Registry } from 'prom-client'
import type {
  CommitQuery,
  CommitResult,
  DecideAgain,
  Head,
  LogNaming,
  Scope,
  Store,
  StoredAnswer,
  StoredAtom,
  StoredCommit,
  Unit,
} from '../port.ts'
import { bounds } from './bounds.ts'
import { Committer } from './committer.ts'
import { SomeConnections } from './connections.ts'
import { LogReader } from './log-reader.ts'
import { storeMetrics } from './metrics.ts'
import type { Pool } from './pool.ts'
import { Reader } from './reader.ts'
import { Transactions } from './transaction.ts'

export interface PostgresStoreOptions extends LogNaming {
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly pool: Pool
  /** The random name that the database was given when its schema was made. */
  readonly identity: string
  readonly registry?: Registry | undefined
  /** What the store stands on and ends with it. */
  readonly beneath?: AsyncDisposable | undefined
  /** Bounds that a test or a bench sets otherwise. */
  readonly lanes?: number
  readonly batchUnitsMax?: number
  readonly queueUnitsMax?: number
}

/**
 * Servers without state of their own over one PostgreSQL. Reads that wait together are one query, calls that are
 * ready together one transaction: the price of durability is shared.
 */
export class PostgresStore implements Store {
  readonly storage = 'postgres'
  readonly durable = true
  readonly identity: string
  readonly #pool: Pool
  readonly #some: SomeConnections
  readonly #beneath: AsyncDisposable | undefined
  readonly #reader: Reader
  readonly #log: LogReader
  readonly #committer: Committer
  readonly #pruning: NodeJS.Timeout

  constructor({
    clock,
    pool,
    identity,
    originOf,
    epoch,
    registry,
    beneath,
    ...tuning
  }: PostgresStoreOptions) {
    this.identity = identity
    this.#pool = pool
    this.#beneath = beneath
    this.#reader = new Reader(pool)
    this.#some = new SomeConnections(pool, bounds.logReads)
    this.#log = new LogReader(this.#some, epoch)
    const { resolveMs, againMs, againEachMs } = bounds
    const metrics = storeMetrics(registry, {
      queued: () => this.#committer.queued,
      connections: () => pool.open,
      idle: () => pool.idle,
    })
    const patience = { resolveMs, againMs, againEachMs }
    const transactions = new Transactions({ clock, pool, originOf, epoch, ...patience, metrics })
    this.#committer = new Committer({
      transactions,
      metrics,
      ...bounds,
      ...tuning,
    })
    this.#pruning = setInterval(() => void this.prune(clock()).catch(() => {}), bounds.pruneMs).unref()
  }

  atom(scope: Scope, kind: string, ref: Ref): Promise<StoredAtom | undefined> {
    return this.#reader.atom(scope, kind, ref)
  }

  range(scope: Scope, kind: string, key: string): Promise<{ atoms: readonly StoredAtom[]; last: number }> {
    return this.#reader.range(scope, kind, key)
  }

  claim(space: string, key: string): Promise<string | undefined> {
    return this.#reader.claim(space, key)
  }

  answer(tenant: Ref, key: string, nowMs: number): Promise<StoredAnswer | undefined> {
    return this.#reader.answer(tenant, key, nowMs)
  }

  commit(units: readonly Unit[], again?: DecideAgain): Promise<CommitResult> {
    return this.#committer.commit(units, again)
  }

  head(tenant: Ref): Promise<Head> {
    return this.#log.head(tenant)
  }

  commitOf(tenant: Ref, ref: Ref): Promise<StoredCommit | undefined> {
    return this.#log.commitOf(tenant, ref)
  }

  commits(tenant: Ref, query: CommitQuery): Promise<readonly StoredCommit[]> {
    return this.#log.commits(tenant, query)
  }

  commitsFrom(tenant: Ref, from: number, count: number): Promise<readonly StoredCommit[]> {
    return this.#log.commitsFrom(tenant, from, count)
  }

  leaves(tenant: Ref, from: number, count: number): Promise<readonly Uint8Array[]> {
    return this.#log.leaves(tenant, from, count)
  }

  tile(tenant: Ref, level: number, index: number, count: number): Promise<Uint8Array> {
    return this.#log.tile(tenant, level, index, count)
  }

  async active(kind: string, nowMs: number): Promise<number> {
    const query = `
      select coalesce(sum(change), 0)::int as count from membrane.activity where kind = $1 and at_ms > $2::bigint`
    const rows = await this.#some.with((connection) => connection.rows(query, [kind, nowMs], 'active'))
    return rows[0]!.count as number
  }

  /** Removes answers that expired long ago, a bounded number at once; what is kept says the same before and after. */
  async prune(nowMs: number): Promise<number> {
    const query = `
      delete from membrane.answers where (tenant, key_hash, expires_ms) in (
        select tenant, key_hash, expires_ms from membrane.answers
        where expires_ms < $1::bigint order by expires_ms limit $2::int
      )`
    const values = [nowMs - bounds.pruneAfterMs, bounds.pruneMax]
    return this.#pool.with(async (connection) => (await connection.run(query, values)).rowCount ?? 0)
  }

  async ping(): Promise<void> {
    await this.#pool.with((connection) => connection.run('select from membrane.meta limit 0'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#pruning)
    await this.#committer.drained()
    await this.#pool.close()
    await this.#beneath?.[Symbol.asyncDispose]()
  }
}
