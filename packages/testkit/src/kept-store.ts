import { MemoryStore, type LogNaming } from '@membrane/runtime'

/** A memory store that outlives its runtimes, as a database does: give `open` to each world that starts over it. */
export class KeptStore extends MemoryStore {
  override readonly durable = true
  readonly identity: string
  readonly #naming: { use?: LogNaming }

  constructor(clock: () => number, identity = 'kept') {
    const naming: { use?: LogNaming } = {}
    super({
      clock,
      get epoch() {
        return naming.use!.epoch
      },
      originOf: (tenant, epoch) => naming.use!.originOf(tenant, epoch),
    })
    this.#naming = naming
    this.identity = identity
  }

  readonly open = (naming: LogNaming): this => {
    this.#naming.use = naming
    return this
  }
}
