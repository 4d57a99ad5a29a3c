import type { Ref } from '@membrane/contract'
import { StoreUnavailableError } from '../store/port.ts'

/** How long a call waits for its turn. */
const turnMs = 10_000

/**
 * Calls of one tenant that lost against others run one after another, in the order in which they lost: each finds
 * the record as the one before it left it, instead of losing again with all the rest.
 */
export class Turns {
  readonly #last = new Map<Ref, Promise<void>>()

  /** Resolves when it is the caller's turn; disposing ends the turn. A turn that does not come in time throws. */
  async take(tenant: Ref): Promise<AsyncDisposable> {
    const before = this.#last.get(tenant)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last.set(tenant, promise)
    const end = (): void => {
      if (this.#last.get(tenant) === promise) this.#last.delete(tenant)
      resolve()
    }
    if (before !== undefined && !(await within(before, turnMs))) {
      void before.then(end)
      throw new StoreUnavailableError('too many calls want the same records')
    }
    return { [Symbol.asyncDispose]: async () => end() }
  }
}

/** Whether something came to pass in so many milliseconds. */
async function within(event: Promise<void>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  void event.then(() => resolve(true))
  const came = await promise
  clearTimeout(timer)
  return came
}
