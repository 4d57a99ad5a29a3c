import assert from 'node:assert/strict'
import { refusalOf, type Envelope, type OperationName, type RefusalCode } from '@membrane/contract'
import type {
  RecordedCall,
  RecordedRequest,
  RecordedStep,
  RefusalExample,
} from '@membrane/contract/refusal-examples'
import {
  FaultyStore,
  ManualClock,
  startPostgres,
  World,
  type Answer,
  type CallOptions,
} from '@membrane/testkit'
import { normalise } from './normalise.ts'

/** Settings by their environment names; `MEMBRANE_DATABASE_URL` is replaced by that of a fresh database. */
type Settings = Readonly<Record<string, string>>

type Play = (stage: Stage) => Promise<void>

/** How one code is refused, and how the next request satisfies its rule. */
export type Scenario = Play | { readonly settings: Settings; readonly play: Play }

export type Scenarios = Readonly<Partial<Record<RefusalCode, Scenario>>>

/** A call, and words that stand in the record for fields which only an authenticator can fill. */
interface Options extends CallOptions {
  readonly shown?: Readonly<Record<string, string>>
}

/** A server of its own on which one refusal is played. Everything that is sent to it is on the record. */
export class Stage implements AsyncDisposable {
  readonly code: RefusalCode
  readonly faults = new FaultyStore()
  readonly #settings: Settings | undefined
  #world!: World
  #beforeActs: () => Promise<void> = async () => undefined
  #steps: RecordedStep[] = []
  #last: RecordedCall | undefined
  #before: readonly RecordedStep[] = []
  #refused: RecordedCall | undefined
  #passes: RecordedCall | undefined
  /** What stands in the record for tokens. */
  readonly #names = new Map<string, string>()

  private constructor(code: RefusalCode, settings: Settings | undefined) {
    this.code = code
    this.#settings = settings
  }

  /** Plays a scenario; answers what was seen. */
  static async play(code: RefusalCode, scenario: Scenario): Promise<RefusalExample> {
    const { settings, play } =
      typeof scenario === 'function' ? { settings: undefined, play: scenario } : scenario
    await using stage = new Stage(code, settings)
    await stage.start()
    await play(stage)
    return stage.#example()
  }

  get world(): World {
    return this.#world
  }

  /** Starts the server, or another one in the place of the one that ran. */
  async start(asked: Settings = this.#settings ?? {}): Promise<void> {
    await this.#world?.[Symbol.asyncDispose]()
    const { MEMBRANE_DATABASE_URL: durable, ...settings } = asked
    this.#world = await World.start({
      settings,
      clock: this.#world?.clock ?? new ManualClock(),
      store: this.faults.wrap,
      outside: (outside) => ({
        adapter: (name) => outside.adapter(name),
        perform: async (act) => {
          await this.#beforeActs()
          return outside.perform(act)
        },
      }),
      witness: (path, init, response) => this.#sees(path, init, response),
      ...(durable === undefined
        ? { inMemory: true }
        : { databaseUrl: await (await startPostgres()).database() }),
    })
  }

  /** Holds what effects do outside; answers how to wait for the first and how to let go. */
  holdActs(): { readonly begun: Promise<void>; readonly release: () => void } {
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    this.#beforeActs = () => {
      begun.resolve()
      return gate.promise
    }
    return { begun: begun.promise, release: gate.resolve }
  }

  /** The call that is refused with the code. */
  async refused(name: OperationName, body: object = {}, options: Options = {}): Promise<Answer> {
    const answer = await this.world.refuses(name, this.code, body, options)
    this.#keepRefused(options)
    return answer
  }

  /** The call that passes. */
  async passes(name: OperationName, body: object = {}, options: Options = {}): Promise<Answer['body']> {
    const answer = await this.world.admits(name, body, options)
    this.#passes = this.#take(options)
    return answer
  }

  /** A refused request of no operation. */
  async refusedRequest(path: string, init: RequestInit): Promise<void> {
    await this.world.fetch(path, init)
    assert.equal(this.#last?.answer.refusal_code, this.code)
    this.#keepRefused({})
  }

  /** A call before or after the refusal; answers its body. */
  admits(name: OperationName, body: object = {}, options: CallOptions = {}): Promise<Answer['body']> {
    return this.world.admits(name, body, options)
  }

  /** A token stands in the record as these words. */
  names(token: string, words: string): void {
    this.#names.set(token, words)
  }

  /** Time passes. */
  waits(seconds: number, sentence: string): void {
    this.world.clock.advance(seconds * 1000)
    this.says(sentence)
  }

  /** Calls that a sentence stands for. */
  async silently(calls: () => Promise<void>): Promise<void> {
    const steps = this.#steps
    this.#steps = []
    await calls()
    this.#steps = steps
  }

  /** Something happens that is no request. */
  says(sentence: string): void {
    this.#steps.push(sentence)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.faults.release()
    await this.#world?.[Symbol.asyncDispose]()
  }

  async #sees(path: string, init: RequestInit, response: Response): Promise<void> {
    const { operation, outcome, body } = (await response.json()) as Envelope
    const { bearer_token, session, enrolment_token } = body as Readonly<Partial<Record<string, string>>>
    if (bearer_token) this.names(bearer_token, `<bearer token of ${session}>`)
    if (enrolment_token) this.names(enrolment_token, '<enrolment token>')
    const request: RecordedRequest = {
      operation,
      method: init.method ?? 'GET',
      path,
      ...headersOf(new Headers(init.headers)),
      ...bodyOf(init.body),
    }
    this.#last = { ...request, status: response.status, outcome, answer: body }
    this.#steps.push(request)
  }

  #keepRefused(options: Options): void {
    this.#refused = this.#take(options)
    this.#before = this.#steps
    this.#steps = []
  }

  /** The last call, taken from the steps. */
  #take({ shown }: Options): RecordedCall {
    const call = this.#last!
    this.#steps.pop()
    return shown === undefined ? call : { ...call, body: { ...(call.body as object), ...shown } }
  }

  #example(): RefusalExample {
    assert.ok(
      this.#refused && this.#passes,
      `${this.code} needs a request that is refused and one that passes`,
    )
    assert.notEqual(refusalOf(this.code).production_only, true, `${this.code} is for production only`)
    const seen = { before: this.#before, refused: this.#refused, between: this.#steps, passes: this.#passes }
    return normalise(this.#settings ? { settings: this.#settings, ...seen } : seen, this.#names)
  }
}

function headersOf(headers: Headers): Pick<RecordedRequest, 'headers'> {
  if (headers.get('content-type') === 'application/json') headers.delete('content-type')
  const entries = [...headers]
  return entries.length === 0 ? {} : { headers: Object.fromEntries(entries) }
}

function bodyOf(body: RequestInit['body']): Pick<RecordedRequest, 'body'> {
  if (typeof body !== 'string') return {}
  try {
    return { body: JSON.parse(body) as unknown }
  } catch {
    return { body }
  }
}
