import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope, Ref } from '@membrane/contract'

/** What a server said is in the log. */
export interface Acknowledged {
  readonly tenant: Ref
  readonly commit: Ref
  readonly sequence: number
  readonly leafHash: string
  readonly key: string | undefined
}

/** A keyed call whose outcome its caller never learned. */
export interface Unanswered {
  readonly tenant: Ref
  readonly key: string
}

const tenants: readonly Ref[] = ['tenant_node:one', 'tenant_node:two', 'tenant_node:three']
const pauseMs = 20
const pollMs = 10
const answerMs = 20_000

export function requestOf(tenant: Ref): object {
  const office = { actor: 'human_person:ada', company: 'company_geist:acme', office: 'managing_director' }
  return { tenant, ...office, evidence: ['evidence_bundle:register_extract'], fixture: true }
}

/** Callers that claim standing without a pause, and remember every answer. */
export class Load {
  readonly acknowledged: Acknowledged[] = []
  readonly unanswered: Unanswered[] = []
  /** Codes of refusals. */
  readonly refused: string[] = []
  readonly tenants = tenants
  readonly #url: () => string
  #running = true
  readonly #callers: Promise<void>[]
  #calls = 0

  /** The URL is asked for anew before each call: a server may come back elsewhere. */
  constructor(url: () => string, callers: number) {
    this.#url = url
    this.#callers = Array.from({ length: callers }, () => this.#call())
  }

  /** Resolves once so many more calls were acknowledged. */
  async moreAcknowledged(count: number): Promise<void> {
    const wanted = this.acknowledged.length + count
    while (this.acknowledged.length < wanted) await sleep(pollMs)
  }

  /** Resolves once another call was refused. */
  async nextRefused(): Promise<void> {
    const before = this.refused.length
    while (this.refused.length === before) await sleep(pollMs)
  }

  async stop(): Promise<void> {
    this.#running = false
    await Promise.all(this.#callers)
  }

  async #call(): Promise<void> {
    while (this.#running) {
      const number = this.#calls++
      const tenant = tenants[number % tenants.length]!
      const key = number % 4 === 0 ? `torture-${number}` : undefined
      if (!(await this.#claim(tenant, key))) {
        if (key !== undefined) this.unanswered.push({ tenant, key })
        await sleep(pauseMs)
      }
    }
  }

  async #claim(tenant: Ref, key: string | undefined): Promise<boolean> {
    const envelope = await claim(this.#url(), tenant, key).catch(() => undefined)
    if (envelope === undefined) return false
    const { commit, log_index, leaf_hash } = envelope.receipt
    if (envelope.outcome === 'admitted') {
      this.acknowledged.push({ tenant, commit: commit!, sequence: log_index!, leafHash: leaf_hash!, key })
    } else this.refused.push(String(envelope.body.refusal_code))
    return envelope.outcome === 'admitted'
  }
}

export async function claim(url: string, tenant: Ref, key: string | undefined): Promise<Envelope> {
  const headers = {
    'content-type': 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const response = await fetch(`${url}/v1/standing/claim`, {
    method: 'POST',
    headers,
    body: JSON.stringify(requestOf(tenant)),
    signal: AbortSignal.timeout(answerMs),
  })
  return (await response.json()) as Envelope
}
