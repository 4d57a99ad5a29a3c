/** A clock that stands still until it is told to move. Milliseconds since the epoch. */
export class ManualClock {
  #now: number

  constructor(start = Date.parse('2026-06-15T12:00:00.000Z')) {
    this.#now = start
  }

  readonly now = (): number => this.#now

  /** Whoever waits makes the time pass. */
  readonly wait = async (ms: number): Promise<void> => this.advance(ms)

  advance(ms: number): void {
    this.#now += ms
  }
}
