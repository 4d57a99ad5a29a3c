import type { Ref } from '@membrane/contract'
import type { Committed, LogNaming } from '../port.ts'
import { admits } from './check.ts'
import { HeldReads } from './held-reads.ts'
import { tenantHash } from './keys.ts'
import { LogHead, type Placed } from './log-head.ts'
import type { StoreMetrics } from './metrics.ts'
import type { Connection, Row } from './pool.ts'
import type { Probes } from './probe.ts'
import { sharedOf, type Request } from './request.ts'
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
  /** For how long calls are decided again, milliseconds. */
  readonly againMs: number
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

  /** Places a call; one that lost is decided again, after those before it, under the locks that are held. */
  async decide(request: Request): Promise<Verdict> {
    const verdict = this.#place(request)
    if (verdict !== 'changed') return verdict
    this.#options.metrics.changed()
    return request.again === undefined ? 'changed' : this.#decideAgain(request, request.again)
  }

  async #decideAgain(request: Request, again: NonNullable<Request['again']>): Promise<Verdict> {
    if (performance.now() > this.#endMs) return 'later'
    const { probes, metrics } = this.#options
    this.#reads ??= this.#readsAfter(this.#placed)
    metrics.decidedAgain()
    try {
      request.units = await again(this.#reads)
    } catch (error) {
      return { error }
    }
    if (request.units.length === 0) return { done: [] }
    if (sharedOf(request.units).some((tenant) => !request.shared.includes(tenant))) return 'changed'
    for (const unit of request.units) probes.add(unit)
    await probes.ask()
    return this.#place(request)
  }

  #readsAfter(placed: readonly Placed[]): HeldReads {
    const reads = new HeldReads(this.#options.connection)
    for (const place of placed) reads.add(place)
    return reads
  }

  #place({ tenant, shared, units }: Request): Verdict {
    const { locked, probes, nowMs } = this.#options
    const row = locked.heads.get(hex(tenant))
    const missing = [tenant, ...shared].filter((needed) => !locked.has(hex(needed)))
    for (const other of missing) this.missing.add(other)
    if (row === undefined || missing.length > 0) return 'locked'
    const head = this.#heads.get(tenant) ?? new LogHead(tenant, row, this.#options)
    // A call that wants nothing committed relied on calls that were rolled back.
    if (units.length === 0 || !admits(probes.known, units, head.size)) return 'changed'
    this.#heads.set(tenant, head)
    const done = units.map((unit) => {
      const { placed, newEvidence } = head.append(unit, nowMs, probes.cited)
      this.#placed.push(placed)
      this.#reads?.add(placed)
      for (const bundle of newEvidence) this.#evidence.push({ tenant, bundle })
      return committedOf(placed)
    })
    return { done }
  }
}

export function committedOf({ commit, sequence, committedAt, leafHash }: Committed): Committed {
  return { commit, sequence, committedAt, leafHash }
}

function hex(tenant: Ref): string {
  return tenantHash(tenant).toString('hex')
}
