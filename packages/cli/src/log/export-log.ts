import { appendFile, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { accepted, type Membrane } from '@membrane/client'
import {
  buildProof,
  HASH_BYTES,
  parseCheckpoint,
  parseOrigin,
  parsePolicy,
  planRoot,
  TILE_WIDTH,
  tilePath,
  treeTiles,
  utf8Text,
  verifyCheckpoint,
  type Checkpoint,
  type Frontier,
  type TileAddress,
} from '@membrane/ledger'
import { limits } from '@membrane/contract'
import { Failure } from '../command.ts'
import * as folder from './folder.ts'

const tilesAtOnce = 8

export interface ExportOptions {
  readonly membrane: Membrane
  /** Fetches a document of the log, by its path from the server's root. */
  readonly fetchDocument: (path: string) => Promise<Uint8Array>
  readonly tenant: string | undefined
  readonly out: string
  readonly onProgress: (what: 'tiles' | 'commits', done: number, total: number) => void
}

/**
 * Writes a tenant's log as a static tlog-tiles tree with its records. What an earlier run left is taken as it is:
 * full tiles and complete lines never change. The checkpoint is written last, so where it lies the rest is there.
 */
export async function exportLog(options: ExportOptions): Promise<Checkpoint> {
  const { membrane, out, tenant, fetchDocument } = options
  const query = tenant === undefined ? {} : { tenant }
  const policy = accepted(await membrane.logPolicy(query))
  await claimFolder(out, policy.origin)
  await folder.writeWhole(out, folder.policyFile, `${JSON.stringify(policy, null, 2)}\n`)
  const prefix = policy.origin.slice(policy.origin.indexOf('/'))
  const read = (path: string): Promise<Uint8Array> => fetchDocument(`${prefix}/${path}`)
  const note = utf8Text(await read('checkpoint'))
  const signed = parseCheckpoint(note)
  await verifyCheckpoint(signed, parsePolicy(policy))
  const { checkpoint } = signed
  await writeTiles(checkpoint.size, read, options)
  await writeRecords(checkpoint.size, query, options)
  const frontier = await frontierOf(out, checkpoint.size)
  await folder.writeWhole(out, folder.frontierFile, folder.formatFrontier(frontier))
  await folder.writeWhole(out, folder.checkpointFile, note)
  return checkpoint
}

/** The folder is new, or holds an earlier state of the same log. */
async function claimFolder(out: string, origin: string): Promise<void> {
  await mkdir(out, { recursive: true })
  const known = await folder.readIfThere(out, folder.policyFile)
  if (known !== undefined) {
    const { origin: before } = JSON.parse(utf8Text(known)) as { origin: string }
    if (parseOrigin(before)?.log !== parseOrigin(origin)?.log)
      throw new Failure(`${out} holds another log (${before}); choose an empty folder`)
  } else if ((await readdir(out)).length > 0) throw new Failure(`${out} is not empty and holds no log`)
}

async function writeTiles(
  size: number,
  read: (path: string) => Promise<Uint8Array>,
  { out, onProgress }: ExportOptions,
): Promise<void> {
  const wanted: TileAddress[] = []
  for (const tile of treeTiles(size)) {
    wanted.push(tile)
    if (tile.level === 0) wanted.push({ ...tile, level: 'entries' })
  }
  let [next, done] = [0, 0]
  const worker = async (): Promise<void> => {
    for (let tile = wanted[next++]; tile !== undefined; tile = wanted[next++]) {
      await writeTile(tile, read, out)
      onProgress('tiles', (done += 1), wanted.length)
    }
  }
  await Promise.all(Array.from({ length: tilesAtOnce }, worker))
}

async function writeTile(
  tile: TileAddress,
  read: (path: string) => Promise<Uint8Array>,
  out: string,
): Promise<void> {
  const path = tilePath(tile)
  const isFull = tile.width === TILE_WIDTH
  if (isFull && (await folder.hasFile(out, path))) return
  const partials = join(out, `${tilePath({ ...tile, width: TILE_WIDTH })}.p`)
  const bytes = await read(path)
  if (tile.level !== 'entries' && bytes.length !== tile.width * HASH_BYTES)
    throw new Failure(
      `${path} has ${bytes.length} bytes: a tile of this width has ${tile.width * HASH_BYTES}`,
    )
  await rm(partials, { recursive: true, force: true })
  await folder.writeWhole(out, path, bytes)
}

async function writeRecords(
  size: number,
  query: { readonly tenant?: string },
  { membrane, out, onProgress }: ExportOptions,
): Promise<void> {
  const file = join(out, folder.recordsFile)
  let from = await keepWholeLines(file)
  while (from < size) {
    const limit = Math.min(limits.exportPageMax, size - from)
    const { commits } = accepted(await membrane.logExport({ ...query, from, limit }))
    if (commits.length === 0) throw new Failure(`the server shows no records from commit ${from} on`)
    await appendFile(file, commits.map(folder.formatRecord).join(''))
    from += commits.length
    onProgress('commits', from, size)
  }
}

/** Cuts off a line that an earlier run did not finish; answers how many stay. */
async function keepWholeLines(file: string): Promise<number> {
  const handle = await open(file, 'a+')
  try {
    const buffer = Buffer.alloc(65_536)
    let [position, end, lines] = [0, 0, 0]
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
      if (bytesRead === 0) break
      for (let at = buffer.indexOf(10); at >= 0 && at < bytesRead; at = buffer.indexOf(10, at + 1)) {
        lines += 1
        end = position + at + 1
      }
      position += bytesRead
    }
    await handle.truncate(end)
    return lines
  } finally {
    await handle.close()
  }
}

async function frontierOf(out: string, size: number): Promise<Frontier> {
  if (size === 0) return { size, hashes: [] }
  const { tiles, hashes } = planRoot(size)
  const read = await Promise.all(
    tiles.map(async (tile) => {
      const bytes = await folder.readFileOf(out, tilePath(tile))
      return [`${tile.level}/${tile.index}`, bytes] as const
    }),
  )
  const kept = new Map(read)
  const nodes = hashes.flat().map((node) => [node])
  return {
    size,
    hashes: buildProof({ tiles, hashes: nodes }, (level, index) => kept.get(`${level}/${index}`)),
  }
}
