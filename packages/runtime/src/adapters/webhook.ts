import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { limits, webhookAdapter, type AdapterTraits } from '@membrane/contract'
import type { Delivered, Delivery } from '../admission/acts.ts'
import { literal, pinAddress, type Resolve } from './addresses.ts'
import { signMessage } from './standard-webhooks.ts'

export interface WebhookOptions {
  readonly url: string
  /** The bytes of the `whsec_` secret. */
  readonly key: Uint8Array
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly timeoutMs?: number
  readonly resolve?: Resolve
}

type Result = Omit<Delivered, 'act'>

/**
 * Delivers to the one URL that the operator configured, signed by Standard Webhooks. One POST a delivery: no
 * redirect is followed, no retry is made, and the body of the answer is dropped unread.
 */
export class Webhook {
  readonly traits: AdapterTraits
  readonly #options: WebhookOptions
  readonly #url: URL

  constructor(options: WebhookOptions) {
    const { timeoutMs = limits.adapterTimeoutMs, url } = options
    this.traits = { adapter: webhookAdapter, timeoutMs, takesKeys: true }
    this.#options = options
    this.#url = new URL(url)
  }

  async deliver(act: Delivery): Promise<Delivered> {
    const signal = AbortSignal.timeout(this.traits.timeoutMs)
    return { act, ...(await this.#send(act, signal)) }
  }

  async #send({ key: id, message }: Delivery, signal: AbortSignal): Promise<Result> {
    const { key, clock, resolve } = this.#options
    const address = await within(signal, pinAddress(this.#url, resolve))
    if (address === undefined) return failed('effect_webhook_unreachable')
    if (address === null) return failed('effect_webhook_address_refused')
    const now = clock()
    const body = JSON.stringify({
      type: 'membrane.effect',
      timestamp: new Date(now).toISOString(),
      data: message,
    })
    const headers = {
      host: this.#url.host,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'membrane-webhook',
      ...signMessage(key, id, now, body),
    }
    return post(this.#url, address, headers, body, signal)
  }
}

/** One POST over a connection of its own to an address that has been checked. */
function post(
  url: URL,
  address: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<Result> {
  const secure = url.protocol === 'https:'
  const options: RequestOptions & { servername?: string } = {
    method: 'POST',
    host: address,
    port: url.port || (secure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers,
    agent: false,
    signal,
    ...(secure && isIP(literal(url)) === 0 ? { servername: url.hostname } : {}),
  }
  return new Promise((done) => {
    let connected = false
    const request = (secure ? httpsRequest : httpRequest)(options)
    request.once('socket', (socket) =>
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        connected = true
      }),
    )
    request.once('response', (response) => {
      done(resultOf(response.statusCode ?? 0))
      response.destroy()
    })
    request.once('error', () => {
      if (!connected) return done(failed('effect_webhook_unreachable'))
      const reason = signal.aborted ? 'effect_webhook_timed_out' : 'effect_webhook_broke_off'
      done({ status: 'indeterminate', reasons: [reason] })
    })
    request.on('error', () => undefined)
    request.end(body)
  })
}

function resultOf(status: number): Result {
  if (status >= 200 && status < 300)
    return { status: 'executed', reasons: [`effect_webhook_status_${status}`] }
  if (status >= 300 && status < 400) return failed('effect_webhook_redirect_refused')
  return failed(`effect_webhook_status_${status}`)
}

function failed(reason: string): Result {
  return { status: 'failed', reasons: [reason] }
}

/** Undefined where it fails or does not come in time. */
async function within<T>(signal: AbortSignal, value: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((done) => signal.addEventListener('abort', () => done(undefined)))
  return Promise.race([value.catch(() => undefined), late])
}
