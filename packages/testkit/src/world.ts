import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import {
  fixtureTokens,
  operations,
  Presence,
  recordReality,
  Session,
  type Envelope,
  type OperationName,
  type PresenceState,
  type RecordType,
  type SessionState,
  type Ref,
  type RefusalCode,
} from '@membrane/contract'
import { compose, issueToken, readConfig, type Runtime, type Overrides } from '@membrane/runtime'
import { checkAnswer, type Answer } from './answers.ts'
import { ManualClock } from './clock.ts'
import { startPostgres } from './postgres.ts'
import { writeRecord } from './records.ts'

export interface CallOptions {
  /** The bearer; empty sends none. Without it, operations that need one get the primary fixture token. */
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sees a request and its answer. */
export type Witness = (path: string, init: RequestInit, response: Response) => Promise<void>

export interface WorldOptions {
  /** Settings by their environment names. */
  readonly settings?: Readonly<Record<string, string>>
  /** A database to run on; without it memory, or a fresh database where `MEMBRANE_TEST_STORE` is `postgres`. */
  readonly databaseUrl?: string
  /** In memory, whatever `MEMBRANE_TEST_STORE` says. */
  readonly inMemory?: true
  /** A data folder to share with another world; without it one of its own. */
  readonly dataDir?: string
  readonly clock?: ManualClock
  readonly store?: NonNullable<Overrides['store']>
  readonly openStore?: NonNullable<Overrides['openStore']>
  readonly outside?: NonNullable<Overrides['outside']>
  readonly witness?: Witness
}

/** A running server on a port of its own, a clock that the test moves, and a caller that checks every answer. */
export class World implements AsyncDisposable {
  readonly clock: ManualClock
  readonly runtime: Runtime
  readonly url: string
  /** Everything that the server logged. */
  readonly logs: string[]
  readonly #folder: string | undefined
  readonly #witness: Witness | undefined
  #sessions = 0

  private constructor(
    clock: ManualClock,
    runtime: Runtime,
    url: string,
    logs: string[],
    folder: string | undefined,
    witness: Witness | undefined,
  ) {
    this.#folder = folder
    this.#witness = witness
    this.clock = clock
    this.runtime = runtime
    this.url = url
    this.logs = logs
  }

  static async start({ settings = {}, ...options }: WorldOptions = {}): Promise<World> {
    const {
      databaseUrl = await freshDatabase(options),
      dataDir,
      clock = new ManualClock(),
      witness,
      ...rest
    } = options
    const folder =
      databaseUrl === undefined || dataDir !== undefined || 'MEMBRANE_DATA_DIR' in settings
        ? undefined
        : mkdtempSync(join(tmpdir(), 'membrane-world-'))
    const places = {
      ...(databaseUrl === undefined ? {} : { MEMBRANE_DATABASE_URL: databaseUrl }),
      ...(dataDir === undefined && folder === undefined ? {} : { MEMBRANE_DATA_DIR: dataDir ?? folder! }),
    }
    const logs: string[] = []
    const sink = new Writable({
      write(chunk, _, done) {
        logs.push(String(chunk))
        done()
      },
    })
    const config = readConfig({ MEMBRANE_PORT: '0', ...places, ...settings })
    const logger = pino({ base: null }, sink)
    const runtime = await compose(config, { clock: clock.now, wait: clock.wait, logger, ...rest })
    await runtime.app.listen({ host: config.host, port: config.port })
    const { port } = runtime.app.server.address() as AddressInfo
    return new World(clock, runtime, `http://127.0.0.1:${port}`, logs, folder, witness)
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${this.url}${path}`, init)
    await this.#witness?.(path, init, response.clone())
    return response
  }

  /** Calls an operation and holds the answer against its contract. */
  async call(name: OperationName, body: object = {}, options: CallOptions = {}): Promise<Answer> {
    const { method, path, access } = operations[name]
    const token = options.token ?? (access === 'session' ? fixtureTokens.primary : undefined)
    const headers = new Headers(options.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (method === 'GET') return this.#read(name, pathWith(path, body as Record<string, unknown>), headers)
    if (!headers.has('content-type')) headers.set('content-type', 'application/json')
    return this.#answer(name, await this.fetch(path, { method, headers, body: JSON.stringify(body) }))
  }

  /** A call that must be refused with one code. */
  async refuses(
    name: OperationName,
    code: RefusalCode,
    body: object = {},
    options: CallOptions = {},
  ): Promise<Answer> {
    const answer = await this.call(name, body, options)
    assert.equal(answer.body.refusal_code ?? answer.outcome, code)
    return answer
  }

  /** A call that must not be refused; answers its body. */
  async admits(name: OperationName, body: object = {}, options: CallOptions = {}): Promise<Answer['body']> {
    const answer = await this.call(name, body, options)
    assert.notEqual(answer.outcome, 'refused', JSON.stringify(answer.body))
    return answer.body
  }

  /** A presence receipt as a ceremony would leave it. */
  async presence(tenant: Ref, state: Partial<PresenceState> = {}): Promise<Ref> {
    const expires_at = new Date(this.clock.now() + 300_000).toISOString()
    return writeRecord(this.runtime, tenant, Presence, {
      subject: null,
      passkey_binding: null,
      scopes: [],
      challenge: null,
      ceremony: 'fixture',
      expires_at,
      consumed_by: [],
      ...state,
    })
  }

  /** An issued session as a ceremony would leave it; answers its bearer token. */
  async session(tenant: Ref, state: Partial<SessionState> = {}): Promise<string> {
    const token = this.strayToken()
    const session = `auth_session:fixture_testkit_${++this.#sessions}`
    const token_commitment = `sha256:${createHash('sha256').update(token).digest('hex')}`
    const full: SessionState = {
      session,
      actor: 'human_person:ada',
      vessel: 'vessel:testkit',
      standing: 'standing:testkit',
      scopes: ['*'],
      holder_key: 'key_registry:testkit',
      device_binding: 'device_binding:testkit',
      token_commitment,
      human_presence_receipt: null,
      issued_at: new Date(this.clock.now()).toISOString(),
      expires_at: new Date(this.clock.now() + 3_600_000).toISOString(),
      revoked: false,
      enforced: false,
      ...state,
    }
    const claims = [{ space: 'token', key: token_commitment, value: `${tenant} ${session}` }]
    await writeRecord(this.runtime, tenant, Session, full, { ref: session, claims })
    return token
  }

  /** The newest state of a record, as the store holds it. */
  async record<State>(tenant: Ref, { kind }: RecordType<State>, ref: Ref): Promise<State | undefined> {
    const layers = [{ reality: recordReality, before: null }]
    const atom = await this.runtime.store.atom({ tenant, layers }, kind, ref)
    return atom && (JSON.parse(atom.state) as State)
  }

  /** A token with a true tag that no session has. */
  strayToken(): string {
    return issueToken(randomBytes(32), this.runtime.keyring.tokenKey)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.runtime[Symbol.asyncDispose]()
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true })
  }

  async #read(name: OperationName, path: string, headers: Headers): Promise<Answer> {
    return this.#answer(name, await this.fetch(path, { headers }))
  }

  async #answer(name: OperationName, response: Response): Promise<Answer> {
    const envelope = (await response.json()) as Envelope
    const { outcome, body, receipt } = envelope
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      envelope,
      outcome,
      body,
      receipt,
    }
    checkAnswer(name, answer)
    return answer
  }
}

async function freshDatabase({ openStore, inMemory }: WorldOptions): Promise<string | undefined> {
  const given = inMemory === true || openStore !== undefined
  if (process.env.MEMBRANE_TEST_STORE !== 'postgres' || given) return undefined
  return (await startPostgres()).database()
}

function pathWith(template: string, parameters: Record<string, unknown>): string {
  const query = new URLSearchParams()
  let path = template
  for (const [name, value] of Object.entries(parameters)) {
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(String(value)))
    else query.set(name, String(value))
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
