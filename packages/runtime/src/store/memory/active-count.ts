import type { AtomWrite } from '../port.ts'

/** How many records are active, kept by second of expiry: at most as many buckets as a session has seconds. */
export class ActiveCount {
  readonly #buckets = new Map<number, number>()

  change({ fromMs, untilMs }: NonNullable<AtomWrite['active']>): void {
    this.#add(fromMs, -1)
    this.#add(untilMs, 1)
  }

  count(nowMs: number): number {
    let total = 0
    for (const [untilMs, count] of this.#buckets) {
      if (untilMs > nowMs) total += count
      else this.#buckets.delete(untilMs)
    }
    return total
  }

  #add(atMs: number | null, by: number): void {
    if (atMs === null) return
    const second = Math.ceil(atMs / 1000) * 1000
    this.#buckets.set(second, (this.#buckets.get(second) ?? 0) + by)
  }
}
