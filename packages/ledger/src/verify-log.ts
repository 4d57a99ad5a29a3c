import { checkAtom, type AtomRecord } from './atom-record.ts'
import { equal } from './bytes.ts'
import { parseCheckpoint, verifyCheckpoint, type Checkpoint } from './checkpoint.ts'
import { checked, VerificationError } from './errors.ts'
import { nobleHasher, type Hasher } from './hasher.ts'
import type { CommitLeaf, LeafAtom } from './leaf.ts'
import { parseLeaf } from './parse-leaf.ts'
import { originsUnder, type Policy } from './policy.ts'
import { TileRows } from './tile-rows.ts'
import { TILE_WIDTH, type Tile } from './tiles.ts'
import { appendLeaf, emptyFrontier, frontierRoot, serializeFrontier, type Frontier } from './tree.ts'

/** A whole log to verify. Everything that reads is called in order and awaited, so memory stays bounded. */
export interface LogToVerify {
  /** Every leaf from the first, as its bytes. */
  readonly leaves: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  readonly checkpoint: string
  readonly policy: Policy
  /** The hashes of a tile as they are kept; a partial tile that is not kept is `undefined`. */
  readonly tile?: (tile: Tile) => Uint8Array | undefined | Promise<Uint8Array | undefined>
  /** The frontier as it is kept for the size of the checkpoint. */
  readonly frontier?: Frontier
  /** The atoms of a commit, all of them, each with its version and the state that it must have written. */
  readonly records?: (leaf: CommitLeaf) => CommitRecords | Promise<CommitRecords>
  /** Called for each full tile of leaves and at the end. */
  readonly onProgress?: (progress: { leaves: number; size: number }) => void
  readonly hasher?: Hasher
}

export interface CommitRecords {
  readonly records: Iterable<AtomRecord>
  /** The whole list of the commit's atoms, for a leaf that shows only their digest. */
  readonly atoms?: readonly LeafAtom[]
}

/** What was verified: the state of the log, and how much of it was compared. */
export interface VerifiedLog {
  readonly checkpoint: Checkpoint
  readonly tiles: number
  readonly records: number
}

/**
 * Verifies a log from its first leaf to its checkpoint: the checkpoint is signed by a trusted key; each leaf
 * is strict, of this log or of an earlier epoch of it that the policy names, at its index and not before the one
 * ahead of it in time or epoch; its records open their digests; the tiles, the frontier and the root are those of
 * the leaves. Throws a VerificationError with the first check that fails. Memory: one tile per level.
 */
export async function verifyLog(log: LogToVerify): Promise<VerifiedLog> {
  const hasher = log.hasher ?? nobleHasher
  const signed = await checked('parse', () => parseCheckpoint(log.checkpoint))
  await checked('checkpoint_signature', () => verifyCheckpoint(signed, log.policy))
  const { checkpoint } = signed
  const rows = new TileRows(hasher)
  const origins = originsUnder(log.policy, checkpoint.origin)
  let frontier = emptyFrontier()
  let before: Place = { time: '', epoch: 0 }
  let [tiles, records] = [0, 0]
  for await (const bytes of log.leaves) {
    const index = frontier.size
    if (index === checkpoint.size)
      throw new VerificationError('size', 'the log has more leaves than its checkpoint')
    const leaf = await checked('parse', () => parseLeaf(bytes), `leaf ${index}`)
    before = checkPlace(leaf, index, origins, before)
    records += await checkRecords(leaf, log)
    const leafHash = hasher.leaf(bytes)
    frontier = appendLeaf(frontier, leafHash, hasher)
    for (const { tile, hashes } of rows.push(leafHash)) tiles += await compareTile(tile, hashes, log)
    if (frontier.size % TILE_WIDTH === 0) log.onProgress?.({ leaves: frontier.size, size: checkpoint.size })
  }
  if (frontier.size < checkpoint.size) {
    throw new VerificationError('size', 'the log has fewer leaves than its checkpoint')
  }
  for (const { tile, hashes } of rows.partial()) tiles += await compareTile(tile, hashes, log)
  checkEnd(frontier, log, checkpoint, hasher)
  log.onProgress?.({ leaves: frontier.size, size: checkpoint.size })
  return { checkpoint, tiles, records }
}

/** When and in which epoch a leaf was written. */
interface Place {
  readonly time: string
  readonly epoch: number
}

function checkPlace(
  leaf: CommitLeaf,
  index: number,
  origins: ReadonlyMap<string, number>,
  before: Place,
): Place {
  const epoch = origins.get(leaf.origin)
  if (epoch === undefined) throw new VerificationError('leaf_origin', `leaf ${index} is of another log`)
  if (epoch < before.epoch) {
    throw new VerificationError(
      'leaf_origin',
      `leaf ${index} is of an earlier epoch than the leaf ahead of it`,
    )
  }
  if (leaf.sequence !== String(index)) {
    throw new VerificationError('leaf_sequence', `the sequence of leaf ${index} is not its index`)
  }
  if (leaf.committed_at < before.time) {
    throw new VerificationError('commit_time', `leaf ${index} was committed before the leaf ahead of it`)
  }
  return { time: leaf.committed_at, epoch }
}

async function checkRecords(leaf: CommitLeaf, log: LogToVerify): Promise<number> {
  if (!log.records) return 0
  const { records, atoms } = await log.records(leaf)
  const opened = new Set<string>()
  for (const record of records) {
    await checked('atom_digest', () => checkAtom(leaf, record, atoms), `leaf ${leaf.sequence}`)
    opened.add(`${record.version} ${record.ref}`)
  }
  const written = leaf.atoms?.length ?? leaf.atoms_count
  if (opened.size === written) return opened.size
  throw new VerificationError(
    'atom_digest',
    `leaf ${leaf.sequence}: the commit wrote ${written} atoms, and the records of ${opened.size} are there`,
  )
}

/** 1 where the log keeps the tile and it is right; 0 for a partial tile that it does not keep. */
async function compareTile(tile: Tile, hashes: Uint8Array, log: LogToVerify): Promise<0 | 1> {
  if (!log.tile) return 0
  const kept = await log.tile(tile)
  if (kept === undefined && tile.width < TILE_WIDTH) return 0
  if (kept !== undefined && equal(kept, hashes)) return 1
  const state = kept === undefined ? 'missing' : 'not that of the leaves'
  throw new VerificationError('tile', `tile ${tile.index} of level ${tile.level} is ${state}`)
}

function checkEnd(frontier: Frontier, log: LogToVerify, checkpoint: Checkpoint, hasher: Hasher): void {
  const kept = log.frontier
  if (kept && !(kept.size === frontier.size && equal(serializeFrontier(kept), serializeFrontier(frontier)))) {
    throw new VerificationError('frontier', 'the frontier of the log is not that of its leaves')
  }
  if (!equal(frontierRoot(frontier, hasher), checkpoint.root)) {
    throw new VerificationError('root', 'the root of the checkpoint is not that of the leaves')
  }
}
