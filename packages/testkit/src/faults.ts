import { StoreUnavailableError, type Store } from '@membrane/runtime'

/** A store that a test can break or hold up. Everything else passes through. */
export class FaultyStore {
  #failure: Error | undefined
  #gate: Promise<void> | undefined
  #held: string | undefined
  #open: (() => void) | undefined

  /** Wraps a store for `World.start({ store: faults.wrap })`. */
  readonly wrap = (store: Store): Store =>
    new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        const call = member.bind(target) as (...args: unknown[]) => unknown
        if (typeof name === 'symbol') return call
        return (...args: unknown[]) => this.#pass(name, call, args)
      },
    })

  /** Every use of the store throws from now on. */
  fail(error: Error = new StoreUnavailableError('the test took the store away')): void {
    this.#failure = error
  }

  /** Every use of one member of the store waits until it is released. */
  hold(member: string & keyof Store): void {
    this.#held = member
    this.#gate = new Promise((open) => {
      this.#open = open
    })
  }

  release(): void {
    this.#open?.()
    this.#gate = undefined
    this.#failure = undefined
  }

  #pass(name: string, call: (...args: unknown[]) => unknown, args: unknown[]): unknown {
    if (this.#failure !== undefined) throw this.#failure
    return this.#gate === undefined || name !== this.#held
      ? call(...args)
      : this.#gate.then(() => call(...args))
  }
}
