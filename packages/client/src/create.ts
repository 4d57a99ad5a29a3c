import type { OperationName } from '@membrane/contract'
import { eachCommit, type Commit, type CommitsRequest } from './commits.ts'
import { sleep } from './retry.ts'
import { routes, type Route } from './routes.ts'
import { exchange, type Reply, type Transport } from './transport.ts'
import type { CallOptions, Methods, RequestOf, Result } from './types.ts'

type Token = string | null | undefined

export interface MembraneOptions {
  /** Where the server is, without the path: `https://membrane.example`. */
  readonly baseUrl: string | URL
  /** The bearer token, or a function that knows it; asked for each call. */
  readonly token?: Token | (() => Token | Promise<Token>)
  /** In the place of the platform's own. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** How long a call may take, retries included. 30,000 without it. */
  readonly timeoutMs?: number | undefined
  /** How often a call may be tried again. 3 without it. */
  readonly retries?: number | undefined
  /** The bound of the first wait between two tries, which then doubles. 200 without it. */
  readonly retryBaseMs?: number | undefined
  /** The longest wait between two tries. 10,000 without it. */
  readonly retryMaxMs?: number | undefined
  /** Waits, for tests; it throws the signal's reason when that aborts. */
  readonly sleep?: Transport['sleep'] | undefined
  /** A number from 0 up to 1, for tests. */
  readonly random?: (() => number) | undefined
}

/** A client: one method per operation, and what is not an operation. */
export interface Membrane extends Methods {
  /** Calls an operation by its name. */
  call<Name extends OperationName>(
    operation: Name,
    request: RequestOf<Name>,
    options?: CallOptions,
  ): Promise<Result<Name>>
  /** Every commit that the request selects, newest first, page by page; a refusal throws a `RefusedError`. */
  commits(request?: CommitsRequest, options?: CallOptions): AsyncGenerator<Commit, void>
}

/** A client of the membrane at an address. It holds no connection and no state: nothing is to be closed. */
export function createMembrane(options: MembraneOptions): Membrane {
  const { timeoutMs = 30_000, retries = 3, token } = options
  const transport: Transport = {
    baseUrl: String(options.baseUrl).replace(/\/+$/, ''),
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    sleep: options.sleep ?? sleep,
    random: options.random ?? Math.random,
    baseMs: options.retryBaseMs ?? 200,
    maxMs: options.retryMaxMs ?? 10_000,
  }

  async function send(route: Route, request: object, call: CallOptions): Promise<Result> {
    const ownToken =
      call.token === undefined ? await (typeof token === 'function' ? token() : token) : call.token
    const isPost = route.method === 'POST'
    const reply = await exchange(transport, {
      route,
      request: request as Readonly<Record<string, unknown>>,
      token: ownToken ?? null,
      idempotencyKey: isPost ? (call.idempotencyKey ?? randomKey()) : null,
      retries: call.retries ?? retries,
      timeoutMs: call.timeoutMs ?? timeoutMs,
      signal: call.signal,
    })
    return resultOf(reply)
  }

  const methods = Object.entries(routes).map(([method, route]) => [
    method,
    (request: object = {}, call: CallOptions = {}) => send(route, request, call),
  ])
  const byName = new Map(Object.values(routes).map((route) => [route.operation, route]))
  const membrane = {
    ...(Object.fromEntries(methods) as Methods),
    async call(operation: OperationName, request: object, call: CallOptions = {}) {
      const route = byName.get(operation)
      if (route === undefined) throw new TypeError(`${operation} is not an operation of the contract`)
      return send(route, request, call)
    },
    commits: (request: CommitsRequest = {}, call: CallOptions = {}) =>
      eachCommit((page) => membrane.commitRecent(page, call), request),
  } as Membrane
  return membrane
}

function resultOf({ status, headers, envelope }: Reply): Result {
  const { operation, outcome, body, receipt, fixture } = envelope
  const answered = {
    operation,
    outcome,
    status,
    receipt,
    fixture,
    body,
    replayed: headers.get('idempotency-replayed') === 'true',
    requestId: headers.get('membrane-request-id'),
  }
  return (
    outcome === 'refused' ? { ...answered, code: body['refusal_code'], facts: body } : answered
  ) as Result
}

/** 128 random bits. `crypto.randomUUID` is missing in pages that are not served securely. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
