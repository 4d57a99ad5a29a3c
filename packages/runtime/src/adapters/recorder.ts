import { limits, type AdapterTraits } from '@membrane/contract'
import type { Delivered, Delivery } from '../admission/acts.ts'

/** How many deliveries it remembers. */
const keptMax = 256

/**
 * Reaches nobody: it remembers what it was told, for as long as the process lives. It takes no keys, since after a
 * crash it could not tell what it had been told before.
 */
export class Recorder {
  readonly #kept: Delivery[] = []

  /** The newest deliveries, oldest first. */
  get deliveries(): readonly Delivery[] {
    return this.#kept
  }

  traits(adapter: string): AdapterTraits {
    return { adapter, timeoutMs: limits.adapterTimeoutMs, takesKeys: false }
  }

  deliver(act: Delivery): Delivered {
    if (this.#kept.length === keptMax) this.#kept.shift()
    this.#kept.push(act)
    return { act, status: 'executed', reasons: ['effect_recorded'] }
  }
}
