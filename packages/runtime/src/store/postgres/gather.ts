import { StoreUnavailableError } from '../port.ts'

interface Waiting<K, V> {
  readonly key: K
  readonly resolve: (value: V) => void
  readonly reject: (error: unknown) => void
}

export interface GatherOptions {
  /** Queries at once; what comes meanwhile waits for the next one. */
  readonly running: number
  /** Keys in one query. */
  readonly keysMax: number
  /** Keys that may wait; beyond it the store is unavailable. */
  readonly waitingMax: number
}

/** Turns single look-ups into one query for all that wait together. */
export class Gather<K, V> {
  readonly #load: (keys: readonly K[]) => Promise<readonly V[]>
  readonly #options: GatherOptions
  #waiting: Waiting<K, V>[] = []
  #running = 0
  #planned = false

  constructor(load: (keys: readonly K[]) => Promise<readonly V[]>, options: GatherOptions) {
    this.#load = load
    this.#options = options
  }

  get(key: K): Promise<V> {
    if (this.#waiting.length >= this.#options.waitingMax) {
      return Promise.reject(new StoreUnavailableError('too many reads wait'))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject })
      if (this.#planned || this.#running >= this.#options.running) return
      this.#planned = true
      setImmediate(() => {
        this.#planned = false
        this.#next()
      })
    })
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#running < this.#options.running) {
      const batch = this.#waiting.splice(0, this.#options.keysMax)
      this.#running++
      void this.#run(batch).finally(() => {
        this.#running--
        this.#next()
      })
    }
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
