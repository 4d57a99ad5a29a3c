import { setTimeout as sleep } from 'node:timers/promises'
import { Session } from '@membrane/contract'
import type { Store } from './store/port.ts'

export interface Health {
  /** Whether the store answered when it was last asked. */
  readonly reachable: boolean
  /** Issued sessions that are active. */
  readonly sessions: number
}

/** How long a probe listens for the store before it says what it knows, milliseconds. */
const patienceMs = 250

/** Asks the store how it is, for probes that must not hang with it. */
export class StoreHealth {
  readonly #store: Store
  readonly #clock: () => number
  #asked: Promise<Health> | undefined
  #sessions = 0

  constructor(store: Store, clock: () => number) {
    this.#store = store
    this.#clock = clock
  }

  /** A store that takes longer than a moment counts as away. */
  async check(): Promise<Health> {
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = undefined
    })
    const silent = sleep(patienceMs, undefined, { ref: false }).then(() => this.#away())
    return Promise.race([this.#asked, silent])
  }

  async #ask(): Promise<Health> {
    try {
      await this.#store.ping()
      this.#sessions = await this.#store.active(Session.kind, this.#clock())
      return { reachable: true, sessions: this.#sessions }
    } catch {
      return this.#away()
    }
  }

  #away(): Health {
    return { reachable: false, sessions: this.#sessions }
  }
}
