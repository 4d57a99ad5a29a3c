import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { limits } from '@membrane/contract'
import type { Restore, Restored } from '../admission/acts.ts'
import type { LogStore, StoredCommit } from '../store/port.ts'
import type { BackedUpCommit, RestoredLog } from './restorer.ts'
import type { Reply, Request } from './thread.ts'

/** The thread's file beside this one: TypeScript in a checkout, JavaScript in a package. */
const thread = new URL(`./thread${extname(import.meta.url)}`, import.meta.url)

interface RehearsalOptions {
  readonly log: LogStore
  readonly timeoutMs?: number
}

/**
 * Restores from the log, one rehearsal after another. Pages are read here, few commits at a time; a thread of its
 * own checks and restores them, so that calls in between are not held up. What a rehearsal restored is gone with it.
 */
export class Rehearsals {
  readonly #log: LogStore
  readonly #timeoutMs: number
  #last: Promise<unknown> = Promise.resolve()

  constructor({ log, timeoutMs = limits.restoreTimeoutMs }: RehearsalOptions) {
    this.#log = log
    this.#timeoutMs = timeoutMs
  }

  /** Rejects only where the log cannot be read. */
  run(act: Restore): Promise<Restored> {
    const signal = AbortSignal.timeout(this.#timeoutMs)
    const running = this.#last.then(() => rehearse(act, this.#log, signal))
    this.#last = running.catch(() => undefined)
    return running
  }
}

async function rehearse(act: Restore, log: LogStore, signal: AbortSignal): Promise<Restored> {
  if (signal.aborted) return { act, failed: late }
  await using thread = startThread(act.tenant, signal)
  const began = performance.now()
  for (let from = 0; from < act.size;) {
    const count = Math.min(limits.restorePageCommits, act.size - from)
    const page = await log.commitsFrom(act.tenant, from, count)
    if (page.length !== count) return { act, failed: 'the log is shorter than the bundle' }
    const { failed } = await thread.ask({ do: 'add', commits: page.map(backUp) })
    if (failed !== null) return { act, failed }
    from += count
  }
  const finished = await thread.ask({ do: 'finish' })
  if (finished.failed !== null) return { act, failed: finished.failed }
  const restored = finished.restored!
  const restoreSeconds = secondsSince(began)
  const failed = differs(act, restored)
  if (failed !== null) return { act, failed }
  const discarding = performance.now()
  const discarded = await thread.ask({ do: 'discard' })
  if (discarded.failed !== null) return { act, failed: discarded.failed }
  const { atoms, records } = restored
  return { act, failed: null, restoreSeconds, rollbackSeconds: secondsSince(discarding), atoms, records }
}

const late = 'the rehearsal did not end in time'

function differs({ size, root }: Restore, restored: RestoredLog): string | null {
  return restored.size === size && restored.root === root ? null : 'the root is not that of the bundle'
}

/** Only the bytes of the commit: what it is a view of stays where it is. */
function backUp({ leaf, atoms }: StoredCommit): BackedUpCommit {
  return {
    leaf: leaf.slice(),
    atoms: atoms.map(({ kind, ref, version, reality, state, salt }) => ({
      kind,
      ref,
      version,
      reality,
      state,
      salt: salt.slice(),
    })),
  }
}

function secondsSince(began: number): number {
  return Math.round(performance.now() - began) / 1000
}

interface Thread extends AsyncDisposable {
  ask(request: Request): Promise<Reply>
}

/** A thread with a small heap; where time runs out it is ended, and answers so. One question at a time. */
function startThread(tenant: string, signal: AbortSignal): Thread {
  const worker = new Worker(thread, {
    workerData: { tenant },
    resourceLimits: { maxOldGenerationSizeMb: limits.restoreHeapMegabytes },
  })
  const ended = Promise.withResolvers<Reply>()
  let reply = Promise.withResolvers<Reply>()
  worker.on('message', (message: Reply) => reply.resolve(message))
  worker.on('error', ended.reject)
  worker.on('exit', () => ended.resolve({ failed: signal.aborted ? late : 'the restoring thread ended' }))
  ended.promise.catch(() => undefined)
  signal.addEventListener('abort', () => void worker.terminate())
  return {
    ask(request) {
      reply = Promise.withResolvers<Reply>()
      worker.postMessage(request)
      return Promise.race([reply.promise, ended.promise])
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate()
    },
  }
}
