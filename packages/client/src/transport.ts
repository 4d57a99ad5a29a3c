import type { Envelope } from '@membrane/contract'
import { MembraneError } from './errors.ts'
import { readRetryAfter, waitBefore, type RetrySettings } from './retry.ts'
import type { Route } from './routes.ts'

/** What every call of a client shares. */
export interface Transport extends RetrySettings {
  readonly baseUrl: string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface Exchange {
  readonly route: Route
  readonly request: Readonly<Record<string, unknown>>
  readonly token: string | null
  readonly idempotencyKey: string | null
  readonly retries: number
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly envelope: Envelope
}

/** One try: an answer, or the failure, and how long the server asked to wait before another. */
type Try =
  | { readonly reply: Reply; readonly again: boolean; readonly afterMs: number | null }
  | { readonly error: MembraneError; readonly again: boolean; readonly afterMs: number | null }

/** Statuses with which a proxy says that the server behind it was not reached. */
const gatewayStatuses: readonly number[] = [502, 503, 504]

/**
 * Sends a request until a membrane answers it. A refusal whose class is `later`, an unreachable server and a
 * proxy without one are tried again; what may not pass later is answered at once.
 */
export async function exchange(transport: Transport, call: Exchange): Promise<Reply> {
  const { signal: caller, timeoutMs, retries, route } = call
  const timer = timeoutMs === Infinity ? [] : [AbortSignal.timeout(Math.ceil(timeoutMs))]
  const signal = AbortSignal.any([...(caller === undefined ? [] : [caller]), ...timer])
  for (let tried = 0; ; tried++) {
    const result = await attempt(transport, call, signal)
    caller?.throwIfAborted()
    const waitMs = result.again && tried < retries ? waitBefore(tried, result.afterMs, transport) : null
    if (waitMs === null || signal.aborted) return replyOf(result)
    try {
      await transport.sleep(waitMs, signal)
    } catch (error) {
      caller?.throwIfAborted()
      if (!signal.aborted) throw error
      return replyOf(result)
    }
  }

  function replyOf(result: Try): Reply {
    if ('reply' in result) return result.reply
    if (!signal.aborted || result.error.kind === 'timeout') throw result.error
    throw new MembraneError('timeout', route.operation, lateMessage(timeoutMs), { cause: result.error })
  }
}

async function attempt(transport: Transport, call: Exchange, signal: AbortSignal): Promise<Try> {
  const { operation } = call.route
  try {
    const response = await transport.fetch(urlOf(transport.baseUrl, call), initOf(call, signal))
    return readAnswer(operation, response, await response.text())
  } catch (cause) {
    const error = signal.aborted
      ? new MembraneError('timeout', operation, lateMessage(call.timeoutMs), { cause })
      : new MembraneError('network', operation, `no answer from ${transport.baseUrl}`, { cause })
    return { error, again: !signal.aborted, afterMs: null }
  }
}

function lateMessage(timeoutMs: number): string {
  return `no answer within ${timeoutMs} ms`
}

function urlOf(baseUrl: string, { route, request }: Exchange): string {
  if (route.method === 'POST') return baseUrl + route.path
  const query = new URLSearchParams()
  let { path } = route
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined || value === null) continue
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, () => encodeURIComponent(text))
    else query.set(name, text)
  }
  return `${baseUrl}${path}${query.size === 0 ? '' : `?${query.toString()}`}`
}

function initOf({ route, request, token, idempotencyKey }: Exchange, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== null) headers['authorization'] = `Bearer ${token}`
  if (route.method === 'GET') return { method: 'GET', headers, signal, redirect: 'error' }
  headers['content-type'] = 'application/json'
  if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey
  return { method: 'POST', headers, signal, redirect: 'error', body: JSON.stringify(request) }
}

function readAnswer(operation: string, response: Response, text: string): Try {
  const { status, headers } = response
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), Date.now())
  const envelope = parseEnvelope(text)
  if (envelope === undefined) {
    const error = new MembraneError('protocol', operation, `HTTP ${status} is no answer of a membrane`, {
      status,
    })
    return { error, again: gatewayStatuses.includes(status), afterMs: retryAfterMs }
  }
  const { retryable, retry_after_seconds: seconds } = envelope.body
  const again = envelope.outcome === 'refused' && retryable === true
  const afterMs = retryAfterMs ?? (typeof seconds === 'number' ? seconds * 1000 : null)
  return { reply: { status, headers, envelope }, again, afterMs }
}

function parseEnvelope(text: string): Envelope | undefined {
  let value: Partial<Envelope> | null
  try {
    value = JSON.parse(text) as Partial<Envelope> | null
  } catch {
    return undefined
  }
  const { operation, outcome, body, receipt } = value ?? {}
  const whole =
    typeof operation === 'string' && typeof outcome === 'string' && isObject(body) && isObject(receipt)
  return whole ? (value as Envelope) : undefined
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
