import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  base64,
  canonicalJson,
  fromBase64,
  parseFrontier,
  serializeFrontier,
  type Frontier,
} from '@membrane/ledger'
import { Failure } from '../command.ts'

// The files of an exported log beside its tiles, which lie where C2SP tlog-tiles puts them.
export const checkpointFile = 'checkpoint'
export const policyFile = 'policy.json'
/** A line a commit, in order: canonical JSON of its sequence and atoms, with the salts that open their digests. */
export const recordsFile = 'records.jsonl'
/** The size, and the hashes of the frontier in base64, each on its line. */
export const frontierFile = 'frontier'

export interface ExportedAtom {
  readonly ref: string
  readonly salt: string
  readonly state: unknown
  readonly version: number
}

export interface ExportedCommit {
  readonly atoms: readonly ExportedAtom[]
  readonly sequence: number
}

export async function readFileOf(folder: string, path: string): Promise<Uint8Array> {
  const bytes = await readIfThere(folder, path)
  if (bytes === undefined) throw new Failure(`${join(folder, path)} is missing`)
  return bytes
}

export async function readIfThere(folder: string, path: string): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await readFile(join(folder, path)))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new Failure(`${join(folder, path)} cannot be read (${code})`)
  }
}

export async function hasFile(folder: string, path: string): Promise<boolean> {
  return stat(join(folder, path)).then(
    (file) => file.isFile(),
    () => false,
  )
}

/** Writes a file that is either there and whole, or not there. */
export async function writeWhole(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.draft`
  const handle = await open(draft, 'w')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}

export function formatRecord({ atoms, sequence }: ExportedCommit): string {
  const kept = atoms.map(({ ref, salt, state, version }) => ({ ref, salt, state, version }))
  return `${canonicalJson({ atoms: kept, sequence })}\n`
}

/** Reads the records one after another; a line that `formatRecord` would not write throws. */
export async function* readRecords(folder: string): AsyncGenerator<ExportedCommit, void> {
  let sequence = 0
  for await (const line of linesOf(createReadStream(join(folder, recordsFile)))) {
    yield parseRecord(line, sequence)
    sequence += 1
  }
}

/** Lines as they are, ended by a line feed and by nothing else; the last one too. */
async function* linesOf(stream: ReadStream): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const chunk of stream) {
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n')
      rest = lines.pop()!
      yield* lines
    }
    rest += decoder.decode()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Failure(`${String(stream.path)} cannot be read (${code})`)
  } finally {
    stream.destroy()
  }
  if (rest !== '') throw new Failure(`${String(stream.path)} breaks off within a line`)
}

function parseRecord(line: string, sequence: number): ExportedCommit {
  const broken = new Failure(`${recordsFile}: line ${sequence + 1} is not the record of commit ${sequence}`)
  let commit: ExportedCommit
  try {
    commit = JSON.parse(line) as ExportedCommit
    if (formatRecord(commit) !== `${line}\n` || commit.sequence !== sequence) throw broken
  } catch {
    throw broken
  }
  return commit
}

export function formatFrontier(frontier: Frontier): string {
  return [frontier.size, ...frontier.hashes.map(base64), ''].join('\n')
}

/** Reads `formatFrontier`'s text, to the byte. */
export function parseFrontierText(text: string): Frontier {
  const [size, ...lines] = text.split('\n')
  const hashes = lines.slice(0, -1).map((line) => fromBase64(line))
  const frontier = parseFrontier(Number(size), serializeFrontier({ size: Number(size), hashes }))
  if (formatFrontier(frontier) !== text) throw new Failure(`${frontierFile} is not of its form`)
  return frontier
}
