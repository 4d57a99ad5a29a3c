import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { keyringFolder, syncFolder } from './keyring-file.ts'

/** The size and root of a tree for which a signature was released. */
export interface SignedState {
  readonly size: number
  readonly root: Uint8Array
}

/** Remembers the largest state that was signed of each log. */
export interface CheckpointGuard {
  last(logId: string): SignedState | undefined
  /** Must resolve before the signature over the state is released. */
  record(logId: string, state: SignedState): Promise<void>
}

/** For logs that end with the process. */
export function memoryGuard(): CheckpointGuard {
  const states = new Map<string, SignedState>()
  return {
    last: (logId) => states.get(logId),
    record: async (logId, state) => {
      if (state.size >= (states.get(logId)?.size ?? 0)) states.set(logId, state)
    },
  }
}

type Line = readonly [identity: string, logId: string, size: number, root: string]

const fileName = 'checkpoints'

/**
 * The guard of a durable store, in a file beside the keyring: one line per signature, synced before the signature
 * goes out, so that a database that comes back older or different is known again after any crash. Opening it
 * leaves one line per log. Lines of other stores are kept. The file is opened for each write, since another
 * server of the same folder may have put a shorter one in its place.
 */
export async function openGuard(dataDir: string, identity: string): Promise<CheckpointGuard> {
  const folder = keyringFolder(dataDir)
  const file = join(folder, fileName)
  const states = await compact(folder, file)
  const keyOf = (logId: string): string => `${identity} ${logId}`
  const append = batching((lines) => write(file, 'a', lines))
  return {
    last: (logId) => states.get(keyOf(logId))?.state,
    async record(logId, state) {
      const line = lineOf(identity, logId, state)
      await append(line)
      const known = states.get(keyOf(logId))
      if (known === undefined || known.state.size < state.size) states.set(keyOf(logId), { line, state })
    },
  }
}

/** What the guard remembers of a store's logs, for a look at it that changes nothing. */
export async function readGuard(dataDir: string, identity: string): Promise<CheckpointGuard['last']> {
  const { entries } = await load(join(keyringFolder(dataDir), fileName))
  return (logId) => entries.get(`${identity} ${logId}`)?.state
}

interface Entry {
  readonly line: string
  readonly state: SignedState
}

async function load(file: string): Promise<{ entries: Map<string, Entry>; text: string }> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // What follows the last newline was cut off while it was written: its signature never went out.
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1)
  const entries = new Map<string, Entry>()
  for (const [at, text] of lines.entries()) {
    const [identity, logId, size, root] = parseLine(text, at)
    const key = `${identity} ${logId}`
    const known = entries.get(key)
    if (known !== undefined && known.state.size >= size) continue
    entries.set(key, { line: `${text}\n`, state: { size, root: Buffer.from(root, 'base64') } })
  }
  return { entries, text }
}

async function compact(folder: string, file: string): Promise<Map<string, Entry>> {
  const { entries, text } = await load(file)
  const kept = [...entries.values()].map(({ line }) => line).join('')
  if (kept !== text) {
    const draft = `${file}.next`
    await write(draft, 'w', kept)
    await rename(draft, file)
    await syncFolder(folder)
  }
  return entries
}

function lineOf(identity: string, logId: string, { size, root }: SignedState): string {
  const line: Line = [identity, logId, size, Buffer.from(root).toString('base64')]
  return `${JSON.stringify(line)}\n`
}

function parseLine(text: string, at: number): Line {
  const line = JSON.parse(text) as Line
  if (line.length === 4 && Number.isSafeInteger(line[2]) && typeof line[3] === 'string') return line
  throw new Error(`line ${at + 1} of the checkpoint guard is damaged`)
}

async function write(file: string, flags: 'a' | 'w', text: string): Promise<void> {
  const handle = await open(file, flags, 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Runs one write at a time; what comes meanwhile shares the next one and its sync. */
function batching(flush: (text: string) => Promise<void>): (text: string) => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let next: { text: string; readonly done: Promise<void> } | undefined
  return (text) => {
    if (next !== undefined) {
      next.text += text
      return next.done
    }
    const turn = async (): Promise<void> => {
      const { text } = next!
      next = undefined
      await flush(text)
    }
    const done = running.then(turn)
    next = { text, done }
    running = done.catch(() => undefined)
    return done
  }
}
