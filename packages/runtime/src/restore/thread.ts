import { parentPort, workerData } from 'node:worker_threads'
import { LedgerError } from '@membrane/ledger'
import { Restorer, RestoreError, type BackedUpCommit, type RestoredLog } from './restorer.ts'

/** What the thread is asked for, one after another. */
export type Request =
  | { readonly do: 'add'; readonly commits: readonly BackedUpCommit[] }
  | { readonly do: 'finish' }
  | { readonly do: 'discard' }

export type Reply = { readonly failed: string } | { readonly failed: null; readonly restored?: RestoredLog }

const restorer = new Restorer((workerData as { tenant: string }).tenant)

function answer(request: Request): Reply {
  try {
    if (request.do === 'finish') return { failed: null, restored: restorer.finish() }
    if (request.do === 'add') restorer.add(request.commits)
    else restorer.discard()
    return { failed: null }
  } catch (error) {
    if (error instanceof RestoreError || error instanceof LedgerError) return { failed: error.message }
    throw error
  }
}

parentPort!.on('message', (request: Request) => parentPort!.postMessage(answer(request)))
