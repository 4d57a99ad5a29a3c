/** A clock that stands still until it is told to move. Milliseconds since the epoch. */
export class ManualClock {
  #now: number

  constructor(start = Date.parse('2026-06-15T12:00:00.000Z')) {
    this.#now = start
  }

  readonly now = (): number => this.#now

  advance(ms: number): void {
    this.#now += ms
  }
}
