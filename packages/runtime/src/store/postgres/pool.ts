import { Client, DatabaseError, types, type ClientConfig, type CustomTypesConfig, type QueryResult } from 'pg'
import { StoreUnavailableError } from '../port.ts'
import type { Target } from './target.ts'

/** How long the store waits for its database, milliseconds. */
export interface Patience {
  readonly connectMs: number
  readonly statementMs: number
  readonly lockMs: number
}

export interface Row {
  readonly [column: string]: unknown
}

const int8 = 20
/** After a failed round over all hosts, the next one waits, so that a dead database is not hammered. */
const pauseMs = 100

// An index leads to every row that is read here. Without statistics the planner would take a small table for one
// to scan, and keep that plan while the table grows.
const sessionOptions = ['enable_seqscan=off', 'plan_cache_mode=force_generic_plan', 'jit=off']
  .map((setting) => `-c ${setting}`)
  .join(' ')

const parsers: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/** One connection to the server that takes writes. Statements go out at once; each answer is awaited on its own. */
export class Connection {
  readonly #client: Client
  #broken = false

  constructor(client: Client) {
    this.#client = client
    client.on('error', () => {
      this.#broken = true
    })
    client.on('end', () => {
      this.#broken = true
    })
  }

  get broken(): boolean {
    return this.#broken
  }

  /** Runs a statement; named ones are prepared once a connection. The promise never goes unhandled. */
  run(text: string, values: unknown[] = [], name?: string): Promise<QueryResult<Row>> {
    const result = this.#client.query<Row>(name === undefined ? { text, values } : { name, text, values })
    result.catch(() => {})
    return result
  }

  async rows(text: string, values: unknown[], name: string): Promise<Row[]> {
    return (await this.run(text, values, name)).rows
  }

  async close(): Promise<void> {
    this.#broken = true
    await this.#client.end().catch(() => {})
  }

  /** Drops the socket: whatever the server still does, nobody hears of it. */
  destroy(): void {
    this.#broken = true
    const { connection } = this.#client as unknown as { connection: { stream: { destroy(): void } } }
    connection.stream.destroy()
  }
}

/** Connections that are made when they are needed and kept. What bounds their number is who takes them. */
export class Pool {
  readonly #target: Target
  readonly #patience: Patience
  readonly #idle: Connection[] = []
  readonly #all = new Set<Connection>()
  #first = 0
  #failure: { readonly error: unknown; readonly at: number } | undefined
  #closed = false

  constructor(target: Target, patience: Patience) {
    this.#target = target
    this.#patience = patience
  }

  get open(): number {
    return this.#all.size
  }

  get idle(): number {
    return this.#idle.length
  }

  async take(): Promise<Connection> {
    if (this.#closed) throw new StoreUnavailableError('the store is closed')
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (!idle.broken) return idle
      this.#all.delete(idle)
    }
    if (this.#failure !== undefined && performance.now() - this.#failure.at < pauseMs) {
      throw new StoreUnavailableError('the database is away', { cause: this.#failure.error })
    }
    const connection = await this.#connect()
    this.#all.add(connection)
    return connection
  }

  /** Gives back a connection between two transactions; a broken one is forgotten. */
  give(connection: Connection): void {
    if (connection.broken || this.#closed) {
      this.#all.delete(connection)
      connection.destroy()
    } else this.#idle.push(connection)
  }

  /** Forgets a connection. Where it broke, those that are idle may have broken as silently, and are forgotten too. */
  drop(connection: Connection, error: unknown): void {
    const broken = sqlState(error) === undefined ? this.#idle.splice(0) : []
    for (const each of [connection, ...broken]) {
      this.#all.delete(each)
      each.destroy()
    }
  }

  /** Runs one piece of work on a connection, and drops the connection where it fails. */
  async with<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.take()
    try {
      const result = await work(connection)
      this.give(connection)
      return result
    } catch (error) {
      this.drop(connection, error)
      throw asUnavailable(error)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#all].map((connection) => connection.close()))
    this.#all.clear()
  }

  async #connect(): Promise<Connection> {
    const { urls } = this.#target
    let failure: unknown
    for (let tried = 0; tried < urls.length; tried++) {
      const at = (this.#first + tried) % urls.length
      try {
        const connection = await openConnection(urls[at]!, this.#patience)
        this.#first = at
        this.#failure = undefined
        return connection
      } catch (error) {
        failure = error
      }
    }
    this.#failure = { error: failure, at: performance.now() }
    throw new StoreUnavailableError('no database server takes writes', { cause: failure })
  }
}

/** Connects to one host, and fails where it does not take writes. */
async function openConnection(
  url: string,
  { connectMs, statementMs, lockMs }: Patience,
): Promise<Connection> {
  const config: ClientConfig & { pipeline: boolean } = {
    connectionString: url,
    pipeline: true,
    application_name: 'membrane',
    options: sessionOptions,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: statementMs,
    query_timeout: statementMs + 1000,
    keepAlive: true,
    types: parsers,
  }
  const client = new Client(config)
  const connection = new Connection(client)
  try {
    await client.connect()
    const { rows } = await connection.run(
      "select current_setting('transaction_read_only') as read_only, current_setting('synchronous_commit') as sync",
    )
    if (rows[0]!.read_only !== 'off') throw new Error('the server takes no writes')
    if (rows[0]!.sync === 'off') await connection.run('set synchronous_commit = on')
    return connection
  } catch (error) {
    connection.destroy()
    throw error
  }
}

/** Whether the database said it: then the connection is sound and the statement was at fault. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

const lockStates = new Set(['55P03', '40P01', '40001'])
const uniqueViolation = '23505'

/** A lock that did not come in time, or a claim that somebody else took meanwhile: all else is unique under a lock. */
export function isLostRace(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  return lockStates.has(error.code ?? '') || (error.code === uniqueViolation && isOfClaims(error))
}

/** The shards of a distributed table are named after it. */
function isOfClaims({ table }: DatabaseError): boolean {
  return /^claims(?:_\d+)?$/.test(table ?? '')
}

/** States that speak of the server, not of the statement: shutdown, no connection, no resources, read-only. */
export function isServerState(state: string): boolean {
  return /^(?:08|53|57|58|XX|25006|25P0[34])/.test(state)
}

/** What went wrong between the store and its database is the store being away; the rest is a bug. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error
  const state = sqlState(error)
  if (state !== undefined && !isServerState(state)) return error
  return new StoreUnavailableError('the database did not answer', { cause: error })
}
