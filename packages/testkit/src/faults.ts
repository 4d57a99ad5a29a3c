import { StoreUnavailableError, type Store } from '@membrane/runtime'

type Change<Member> = Member extends (...args: never[]) => infer Answer
  ? (answer: Awaited<Answer>) => Awaited<Answer>
  : never

/** A store that a test can break or hold up. Everything else passes through. */
export class FaultyStore {
  #failure: Error | undefined
  #gate: Promise<void> | undefined
  #held: string | undefined
  #open: (() => void) | undefined
  #altered: { readonly member: keyof Store; readonly change: (value: unknown) => unknown } | undefined
  #arrive: (() => void) | undefined
  #reached: Promise<void> | undefined

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
    this.#reached = new Promise((arrive) => {
      this.#arrive = arrive
    })
  }

  /** One member of the store answers something else from now on. */
  alter<Member extends keyof Store>(member: Member, change: Change<Store[Member]>): void {
    this.#altered = { member, change: change as (value: unknown) => unknown }
  }

  /** Answers once somebody waits for what is held. */
  async reached(): Promise<void> {
    await this.#reached
  }

  release(): void {
    this.#open?.()
    this.#gate = undefined
    this.#failure = undefined
    this.#altered = undefined
  }

  #pass(name: string, call: (...args: unknown[]) => unknown, args: unknown[]): unknown {
    if (this.#failure !== undefined) throw this.#failure
    if (name === this.#altered?.member) return Promise.resolve(call(...args)).then(this.#altered.change)
    if (this.#gate === undefined || name !== this.#held) return call(...args)
    this.#arrive?.()
    return this.#gate.then(() => call(...args))
  }
}
