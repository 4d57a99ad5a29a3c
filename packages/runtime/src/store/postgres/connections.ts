import { StoreUnavailableError } from '../port.ts'
import type { Connection, Pool } from './pool.ts'

/** Whoever lends connections for one piece of work each. */
export interface Connections {
  with<T>(work: (connection: Connection) => Promise<T>): Promise<T>
}

export interface Bounds {
  /** Connections at once. */
  readonly connections: number
  /** Pieces of work that may wait for one; beyond it the store is unavailable. */
  readonly waitingMax: number
}

/** Part of a pool, for work that nothing else bounds: what finds no connection waits, in order. */
export class SomeConnections implements Connections {
  readonly #pool: Pool
  readonly #bounds: Bounds
  readonly #waiting: (() => void)[] = []
  #lent = 0

  constructor(pool: Pool, bounds: Bounds) {
    this.#pool = pool
    this.#bounds = bounds
  }

  async with<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    await this.#turn()
    try {
      return await this.#pool.with(work)
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#lent--
      else next()
    }
  }

  async #turn(): Promise<void> {
    if (this.#lent < this.#bounds.connections) {
      this.#lent++
      return
    }
    if (this.#waiting.length >= this.#bounds.waitingMax)
      throw new StoreUnavailableError('too many reads wait')
    await new Promise<void>((turn) => this.#waiting.push(turn))
  }
}
