interface Bucket {
  readonly tokens: number
  readonly atMs: number
}

export interface BucketOptions {
  /** What a key may spend at once. */
  readonly burst: number
  readonly perSecond: number
  /** Keys that are remembered; the one longest idle makes room. */
  readonly keysMax: number
}

/** Token buckets by key, in memory only. */
export class Buckets {
  readonly #options: BucketOptions
  readonly #buckets = new Map<string, Bucket>()

  constructor(options: BucketOptions) {
    this.#options = options
  }

  /** Spends a token. Answers 0, or the whole seconds until there is one. */
  take(key: string, nowMs: number): number {
    const { burst, perSecond, keysMax } = this.#options
    const { tokens, atMs } = this.#buckets.get(key) ?? { tokens: burst, atMs: nowMs }
    const filled = Math.min(burst, tokens + (Math.max(0, nowMs - atMs) / 1000) * perSecond)
    const granted = filled >= 1
    this.#buckets.delete(key)
    this.#buckets.set(key, { tokens: granted ? filled - 1 : filled, atMs: nowMs })
    if (this.#buckets.size > keysMax) this.#buckets.delete(this.#buckets.keys().next().value!)
    return granted ? 0 : Math.ceil((1 - filled) / perSecond)
  }
}
