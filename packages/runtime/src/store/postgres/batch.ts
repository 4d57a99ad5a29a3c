import type { Ref } from '@membrane/contract'
import type { Committed, LogNaming, Unit } from '../port.ts'
import { admits } from './check.ts'
import { HeldReads } from './held-reads.ts'
import { tenantHash } from './keys.ts'
import { LogHead, type Placed } from './log-head.ts'
import type { StoreMetrics } from './metrics.ts'
import { isLostRace, type Connection, type Row } from './pool.ts'
import type { Probes } from './probe.ts'
import { areOf, sharedOf, type Request } from './request.ts'
import type { Written } from './write.ts'

/**
 * How one call of a batch ended. `locked`: another server holds a log that it needs. `later`: the transaction has
 * decided others again for long enough.
 */
export type Verdict =
  | { readonly done: readonly Committed[] }
  | { readonly error: unknown }
  | 'changed'
  | 'locked'
  | 'later'

/** The batch cannot be committed because of one of its calls, and is rolled back. */
export class BatchRefused extends Error {
  /** Whether it lost against somebody else, and may be tried again as it is. */
  readonly isLostRace: boolean

  constructor(cause: unknown) {
    super('a batch was refused', { cause })
    this.isLostRace = isLostRace(cause)
  }
}

/** The logs whose heads, or whose records, a transaction holds. */
export interface Locked {
  readonly heads: ReadonlyMap<string, Row>
  has(tenant: string): boolean
}

export interface BatchOptions extends LogNaming {
  readonly connection: Connection
  readonly locked: Locked
  readonly probes: Probes
  readonly nowMs: number
  /** For how long calls are decided again, and how long one of them may take, milliseconds. */
  readonly againMs: number
  readonly againEachMs: number
  readonly metrics: Pick<StoreMetrics, 'changed' | 'decidedAgain'>
}

/** The calls of one transaction, placed in their order, each checked against those before it. */
export class Batch {
  /** Logs that turned out not to be held: another server's, or not there. */
  readonly missing = new Set<Ref>()
  readonly #options: BatchOptions
  readonly #endMs: number
  readonly #heads = new Map<Ref, LogHead>()
  readonly #placed: Placed[] = []
  readonly #evidence: { tenant: Ref; bundle: Ref }[] = []
  #reads: HeldReads | undefined

  constructor(options: BatchOptions) {
    this.#options = options
    this.#endMs = performance.now() + options.againMs
  }

  get written(): Written {
    return { heads: [...this.#heads.values()], placed: this.#placed, evidence: this.#evidence }
  }

  /**
   * Places a call; one that lost is decided again, after those before it, under the locks that are held. What was
   * decided again for a transaction that was rolled back relied on calls that may never come to be: it is not placed.
   */
  async decide(request: Request): Promise<Verdict> {
    const row = this.#rowOf(request)
    if (row === undefined) return 'locked'
    const head = this.#headOf(request.tenant, row)
    if ('error' in head) return head
    if (!request.wasDecidedAgain) {
      const done = this.#place(head, request.units)
      if (done !== undefined) return { done }
      this.#options.metrics.changed()
    }
    return request.again === undefined ? 'changed' : this.#decideAgain(request, request.again, head)
  }

  /** Ends the reads of calls that were given up. */
  end(): void {
    this.#reads?.end()
  }

  async #decideAgain(
    request: Request,
    again: NonNullable<Request['again']>,
    head: LogHead,
  ): Promise<Verdict> {
    const { probes, metrics, againEachMs } = this.#options
    if (performance.now() > this.#endMs) return 'later'
    const reads = (this.#reads ??= this.#readsAfter(this.#placed))
    metrics.decidedAgain()
    request.wasDecidedAgain = true
    const decided = await inTime(() => again(reads), againEachMs)
    if (reads.failure !== undefined) throw reads.failure
    if ('error' in decided) return decided
    const units = decided.value
    // Whoever takes so long, or needs another log, decides where nobody waits for these locks.
    if (units === undefined || sharedOf(units).some((other) => !request.shared.includes(other)))
      return 'changed'
    if (units.length === 0) return { done: [] }
    if (!areOf(request.tenant, units))
      return { error: new Error('a call was decided again for another tenant') }
    for (const unit of units) probes.add(unit)
    await probes.ask()
    const done = this.#place(head, units)
    return done === undefined ? 'changed' : { done }
  }

  #readsAfter(placed: readonly Placed[]): HeldReads {
    const reads = new HeldReads(this.#options.connection)
    for (const place of placed) reads.add(place)
    return reads
  }

  /** The head of a call's log, where that and all that it shares are held. */
  #rowOf({ tenant, shared }: Request): Row | undefined {
    const { locked } = this.#options
    const missing = [tenant, ...shared].filter((needed) => !locked.has(hex(needed)))
    for (const other of missing) this.missing.add(other)
    return missing.length === 0 ? locked.heads.get(hex(tenant)) : undefined
  }

  /** A log that this server must not add to is no hindrance to the others. */
  #headOf(tenant: Ref, row: Row): LogHead | { readonly error: unknown } {
    try {
      return this.#heads.get(tenant) ?? new LogHead(tenant, row, this.#options)
    } catch (error) {
      return { error }
    }
  }

  /** Undefined where something that was read has changed. */
  #place(head: LogHead, units: readonly Unit[]): Committed[] | undefined {
    const { probes, nowMs } = this.#options
    if (!admits(probes.known, units, head.size)) return undefined
    this.#heads.set(head.tenant, head)
    return units.map((unit) => {
      const { placed, newEvidence } = appended(head, unit, nowMs, probes.cited)
      this.#placed.push(placed)
      this.#reads?.add(placed)
      for (const bundle of newEvidence) this.#evidence.push({ tenant: head.tenant, bundle })
      return committedOf(placed)
    })
  }
}

function appended(
  head: LogHead,
  unit: Unit,
  nowMs: number,
  cited: Set<string>,
): ReturnType<LogHead['append']> {
  try {
    return head.append(unit, nowMs, cited)
  } catch (error) {
    throw new BatchRefused(error)
  }
}

/** What a call decided, the error that it ended in, or undefined where it takes too long. */
async function inTime<T>(
  work: () => Promise<T>,
  ms: number,
): Promise<{ readonly value: T | undefined } | { readonly error: unknown }> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  try {
    return { value: await Promise.race([work(), late]) }
  } catch (error) {
    return { error }
  } finally {
    clearTimeout(timer)
  }
}

export function committedOf({ commit, sequence, committedAt, leafHash }: Committed): Committed {
  return { commit, sequence, committedAt, leafHash }
}

function hex(tenant: Ref): string {
  return tenantHash(tenant).toString('hex')
}
