import type { LogNaming, Store } from '../port.ts'

export interface OpenOptions extends LogNaming {
  readonly clock: () => number
}

/** Opens a store that holds nothing yet. */
export type OpenStore = (options: OpenOptions) => Promise<Store>

/** A clock that a test sets as it likes, backwards too. */
export interface TestClock {
  now: number
}

/** Declares a rule: a named test over a store of its own. */
export type Rule = (name: string, check: (store: Store, clock: TestClock) => Promise<void>) => void

export const epoch = 3

/** An origin that the suite can tell: the tenant's hash stands for the opaque id. */
export function originOf(tenant: string, inEpoch: number): string {
  return `log.test/t/${Buffer.from(tenant).toString('hex').slice(-32)}/${inEpoch}`
}
