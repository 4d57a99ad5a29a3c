import { StoreUnavailableError } from '../port.ts'

interface Waiting<K, V> extends PromiseWithResolvers<V> {
  readonly key: K
}

export interface GatherOptions {
  /** Queries at once; what comes meanwhile waits for the next one. */
  readonly running: number
  /** Keys in one query. */
  readonly keysMax: number
  /** Keys that may wait; beyond it the store is unavailable. */
  readonly waitingMax: number
}

/** Turns single look-ups into one query for all that wait together; those for the same key share their place in it. */
export class Gather<K, V> {
  readonly #load: (keys: readonly K[]) => Promise<readonly V[]>
  readonly #options: GatherOptions
  readonly #waiting = new Map<string, Waiting<K, V>>()
  #running = 0
  #planned = false

  constructor(load: (keys: readonly K[]) => Promise<readonly V[]>, options: GatherOptions) {
    this.#load = load
    this.#options = options
  }

  /** The value of a key, which has one name. */
  get(name: string, key: K): Promise<V> {
    const same = this.#waiting.get(name)
    if (same !== undefined) return same.promise
    if (this.#waiting.size >= this.#options.waitingMax) {
      return Promise.reject(new StoreUnavailableError('too many reads wait'))
    }
    const waiting = { key, ...Promise.withResolvers<V>() }
    this.#waiting.set(name, waiting)
    this.#plan()
    return waiting.promise
  }

  #plan(): void {
    if (this.#planned || this.#running >= this.#options.running) return
    this.#planned = true
    setImmediate(() => {
      this.#planned = false
      this.#next()
    })
  }

  #next(): void {
    while (this.#waiting.size > 0 && this.#running < this.#options.running) {
      const batch = this.#take()
      this.#running++
      void this.#run(batch).finally(() => {
        this.#running--
        this.#next()
      })
    }
  }

  #take(): Waiting<K, V>[] {
    const taken: Waiting<K, V>[] = []
    for (const [name, waiting] of this.#waiting) {
      if (taken.length === this.#options.keysMax) break
      taken.push(waiting)
      this.#waiting.delete(name)
    }
    return taken
  }

  async #run(batch: readonly Waiting<K, V>[]): Promise<void> {
    try {
      const values = await this.#load(batch.map(({ key }) => key))
      batch.forEach(({ resolve }, at) => resolve(values[at]!))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
