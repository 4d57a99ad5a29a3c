import type { Ref } from '@membrane/contract'
import { StoreUnavailableError, type CommitResult, type DecideAgain, type Unit } from '../port.ts'
import { BatchRefused, type Verdict } from './batch.ts'
import type { StoreMetrics } from './metrics.ts'
import { requestOf, type Request } from './request.ts'
import type { Transactions } from './transaction.ts'

export interface CommitterOptions {
  readonly transactions: Pick<Transactions, 'run'>
  readonly metrics: StoreMetrics
  /** Transactions at once, of different tenants. */
  readonly lanes: number
  readonly batchUnitsMax: number
  readonly batchBytesMax: number
  /** Units that may wait, and their bytes; beyond it the store is unavailable. */
  readonly queueUnitsMax: number
  readonly queueBytesMax: number
  /** How long a call may wait for a log that others want too, milliseconds. */
  readonly waitMs: number
}

/** How long a log is taken to be shared with another server after it was found locked, milliseconds. */
const contendedMs = 2000

/**
 * Gathers calls into transactions. While those of one batch are made durable, the next one gathers. A tenant is in
 * one transaction at a time; a log that somebody else holds is waited for in a transaction of its own, so it holds
 * up nobody, and one lane is always left for the others.
 */
export class Committer {
  readonly #options: CommitterOptions
  #queue: Request[] = []
  #queued = 0
  #queuedBytes = 0
  #running = 0
  #waiting = 0
  #planned = false
  readonly #own = new Set<Ref>()
  readonly #shared = new Map<Ref, number>()
  readonly #contended = new Map<Ref, number>()
  readonly #idle: (() => void)[] = []

  constructor(options: CommitterOptions) {
    this.#options = options
  }

  get queued(): number {
    return this.#queued
  }

  commit(units: readonly Unit[], again?: DecideAgain): Promise<CommitResult> {
    if (units.length === 0) return Promise.resolve({ done: [] })
    const { queueUnitsMax, queueBytesMax } = this.#options
    if (this.#queued + units.length > queueUnitsMax || this.#queuedBytes > queueBytesMax) {
      return Promise.reject(new StoreUnavailableError('too many commits wait'))
    }
    return new Promise((resolve, reject) => {
      this.#enqueue(requestOf(units, again, { resolve, reject }, performance.now()))
    })
  }

  /** Resolves once nothing waits or runs. */
  async drained(): Promise<void> {
    if (this.#running === 0 && this.#queue.length === 0) return
    await new Promise<void>((done) => this.#idle.push(done))
  }

  #enqueue(request: Request): void {
    this.#queue.push(request)
    this.#count(request, 1)
    this.#plan()
  }

  #count({ units, bytes }: Request, by: 1 | -1): void {
    this.#queued += by * units.length
    this.#queuedBytes += by * bytes
  }

  /** Everything that this turn of the event loop brings is gathered first. */
  #plan(): void {
    if (this.#planned || this.#running >= this.#options.lanes) return
    this.#planned = true
    setImmediate(() => {
      this.#planned = false
      this.#start()
    })
  }

  #start(): void {
    while (this.#running < this.#options.lanes) {
      const wait = this.#waiting < Math.max(1, this.#options.lanes - 1) ? this.#pickContended() : []
      const batch = wait.length > 0 ? wait : this.#pick()
      if (batch.length === 0) break
      void this.#run(batch, wait.length > 0)
    }
    if (this.#running === 0 && this.#queue.length === 0) for (const done of this.#idle.splice(0)) done()
  }

  /** The waiting calls of the first log that another server was seen to hold, which wait for no more than the first. */
  #pickContended(): Request[] {
    const now = performance.now()
    for (const [tenant, untilMs] of this.#contended) if (untilMs < now) this.#contended.delete(tenant)
    if (this.#contended.size === 0) return []
    const first = this.#queue.find((request) => this.#contended.has(request.tenant) && this.#isFree(request))
    if (first === undefined) return []
    const needs = new Set([first.tenant, ...first.shared])
    const isAlike = ({ tenant, shared }: Request): boolean =>
      tenant === first.tenant && shared.every((other) => needs.has(other))
    return this.#takeWhere((request) => isAlike(request) && this.#isFree(request))
  }

  #pick(): Request[] {
    return this.#takeWhere((request) => !this.#contended.has(request.tenant) && this.#isFree(request))
  }

  #takeWhere(fits: (request: Request) => boolean): Request[] {
    const { batchUnitsMax, batchBytesMax } = this.#options
    const taken: Request[] = []
    const rest: Request[] = []
    /** Logs that calls further ahead wait for: who only shares them goes after those, or they would wait for ever. */
    const wanted = new Set<Ref>()
    let [units, bytes] = [0, 0]
    for (const request of this.#queue) {
      const isRoom =
        taken.length === 0 ||
        (units + request.units.length <= batchUnitsMax && bytes + request.bytes <= batchBytesMax)
      if (!isRoom || !fits(request) || request.shared.some((other) => wanted.has(other))) {
        rest.push(request)
        wanted.add(request.tenant)
      } else {
        taken.push(request)
        units += request.units.length
        bytes += request.bytes
      }
    }
    this.#queue = rest
    for (const request of taken) this.#count(request, -1)
    return taken
  }

  #isFree({ tenant, shared }: Request): boolean {
    if (this.#own.has(tenant) || this.#shared.has(tenant)) return false
    return shared.every((other) => !this.#own.has(other))
  }

  async #run(batch: readonly Request[], wait: boolean): Promise<void> {
    this.#hold(batch)
    this.#running++
    if (wait) this.#waiting++
    try {
      await this.#settle(batch, wait)
    } finally {
      this.#running--
      if (wait) this.#waiting--
      this.#release(batch)
      this.#start()
    }
  }

  async #settle(batch: readonly Request[], wait: boolean): Promise<void> {
    const { transactions, metrics } = this.#options
    const startedMs = performance.now()
    try {
      const verdicts = await transactions.run(batch, wait)
      const units = verdicts.reduce((sum, verdict) => sum + committedIn(verdict), 0)
      if (units > 0) metrics.committed(units, startedMs - batch[0]!.enqueuedMs, performance.now() - startedMs)
      batch.forEach((request, at) => this.#answer(request, verdicts[at]!))
      const later = batch.filter((_, at) => verdicts[at] === 'later')
      if (later.length > 0) this.#goFirst(later)
    } catch (error) {
      await this.#recover(batch, wait, error)
    }
  }

  #answer(request: Request, verdict: Verdict): void {
    if (verdict === 'later') return
    if (verdict === 'locked') this.#retry(request)
    else if (verdict === 'changed') request.resolve({ failed: 'changed' })
    else if ('error' in verdict) request.reject(verdict.error)
    else request.resolve(verdict)
  }

  /** Back into the queue, to wait for the log in a transaction of its own. */
  #retry(request: Request, error?: unknown): void {
    this.#contended.set(request.tenant, performance.now() + contendedMs)
    this.#requeue(request, error)
  }

  /** To the end of the queue, though not for ever. */
  #requeue(request: Request, error?: unknown): void {
    if (this.#mayWait(request, error)) this.#enqueue(request)
  }

  /** To the front of the queue: a transaction that decides again for long enough would else pass them over again. */
  #goFirst(later: readonly Request[]): void {
    const first = later.filter((request) => this.#mayWait(request))
    for (const request of first) this.#count(request, 1)
    this.#queue.unshift(...first)
    this.#plan()
  }

  #mayWait({ enqueuedMs, reject }: Request, error?: unknown): boolean {
    if (performance.now() - enqueuedMs <= this.#options.waitMs) return true
    reject(new StoreUnavailableError('too many calls want the same log', { cause: error }))
    return false
  }

  /**
   * A batch that was refused was rolled back. A lost race is run again; otherwise the batch is halved until
   * the call that it refuses stands alone.
   */
  async #recover(batch: readonly Request[], wait: boolean, error: unknown): Promise<void> {
    if (!(error instanceof BatchRefused)) return batch.forEach(({ reject }) => reject(error))
    if (error.isLostRace) return batch.forEach((request) => this.#retry(request, error.cause))
    if (batch.length === 1) return batch[0]!.reject(error.cause)
    const middle = batch.length >> 1
    await this.#settle(batch.slice(0, middle), wait)
    await this.#settle(batch.slice(middle), wait)
  }

  #hold(batch: readonly Request[]): void {
    for (const { tenant, shared } of batch) {
      this.#own.add(tenant)
      for (const other of shared) this.#shared.set(other, (this.#shared.get(other) ?? 0) + 1)
    }
  }

  #release(batch: readonly Request[]): void {
    for (const { tenant, shared } of batch) {
      this.#own.delete(tenant)
      for (const other of shared) {
        const left = this.#shared.get(other)! - 1
        if (left === 0) this.#shared.delete(other)
        else this.#shared.set(other, left)
      }
    }
  }
}

function committedIn(verdict: Verdict): number {
  return typeof verdict === 'object' && 'done' in verdict ? verdict.done.length : 0
}
