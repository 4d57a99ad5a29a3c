import { limits } from '@membrane/contract'
import { StoreUnavailableError } from '../store/port.ts'

/** Waits, in milliseconds. */
export type Wait = (ms: number) => Promise<void>

/** Tries again for some seconds while the store is away: what has happened outside is not to be lost for a hiccup. */
export async function persevere<T>(work: () => Promise<T>, wait: Wait): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || tries === limits.completionTriesMax) throw error
      await wait(limits.completionWaitMs)
    }
  }
}
