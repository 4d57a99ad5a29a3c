import { isIndex } from './bits.ts'
import { concat } from './bytes.ts'
import { LedgerError } from './errors.ts'
import { HASH_BYTES, nobleHasher, type Hasher } from './hasher.ts'

// C2SP tlog-tiles: a tile of level L holds 256 hashes, each the root of a perfect subtree of 256^L leaves.

export const TILE_WIDTH = 256
const LEVEL_MAX = 63
const ENTRY_BYTES_MAX = 65_535

/** A tile of a tree; `width` is 256 for a full one and 1 to 255 for one at the right edge. */
export interface Tile {
  readonly level: number
  readonly index: number
  readonly width: number
}

/** Where a tile is served below the log's prefix; the level `entries` is the bundle of leaves. */
export interface TileAddress extends Omit<Tile, 'level'> {
  readonly level: number | 'entries'
}

/** The path of a tile below the log's prefix, such as `tile/0/x001/x234/067.p/12`. */
export function tilePath({ level, index, width }: TileAddress): string {
  if (level !== 'entries' && !(isIndex(level) && level <= LEVEL_MAX)) {
    throw new LedgerError('the level of a tile is not 0 to 63')
  }
  if (!isIndex(index)) throw new LedgerError('the index of a tile is not a safe integer')
  if (!isIndex(width) || width < 1 || width > TILE_WIDTH) {
    throw new LedgerError('the width of a tile is not 1 to 256')
  }
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
  return `tile/${level}/${path}${width < TILE_WIDTH ? `.p/${width}` : ''}`
}

/** The tile of a path; a path that `tilePath` would not write throws. */
export function parseTilePath(path: string): TileAddress {
  const match = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path)
  if (!match) throw new LedgerError('the path is not that of a tile')
  const tile: TileAddress = {
    level: match[1] === 'entries' ? 'entries' : Number(match[1]),
    index: Number(match[2]!.replaceAll(/[x/]/g, '')),
    width: match[3] === undefined ? TILE_WIDTH : Number(match[3]),
  }
  if (tilePath(tile) !== path) throw new LedgerError('the path is not that of a tile')
  return tile
}

/** How many of a tile's hashes exist at a tree size: 0 to 256. */
export function tileWidth(level: number, index: number, treeSize: number): number {
  const hashes = Math.floor(treeSize / TILE_WIDTH ** level)
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH))
}

/** Every tile of a tree, level by level from the leaves, the partial one of each level last. */
export function* treeTiles(treeSize: number): Generator<Tile> {
  if (!isIndex(treeSize)) throw new LedgerError('the size of a tree is not a safe integer')
  for (let level = 0; TILE_WIDTH ** level <= treeSize; level++) {
    for (let index = 0, width = 0; (width = tileWidth(level, index, treeSize)) > 0; index++) {
      yield { level, index, width }
    }
  }
}

/** The full tiles that a tree gains when it grows from one size to another, level by level. */
export function completedTiles(fromSize: number, toSize: number): Tile[] {
  if (!isIndex(fromSize) || !isIndex(toSize) || fromSize > toSize) {
    throw new LedgerError('the sizes of a growing tree are not ascending safe integers')
  }
  const tiles: Tile[] = []
  for (let level = 0, leaves = TILE_WIDTH; leaves <= toSize; level++, leaves *= TILE_WIDTH) {
    for (let index = Math.floor(fromSize / leaves); index < Math.floor(toSize / leaves); index++) {
      tiles.push({ level, index, width: TILE_WIDTH })
    }
  }
  return tiles
}

/**
 * The root over hashes that stand one after another, a power of two of them. Over a full tile this is the
 * tile's hash in the level above.
 */
export function perfectRoot(hashes: Uint8Array, hasher: Hasher = nobleHasher): Uint8Array {
  const count = hashes.length / HASH_BYTES
  if (!Number.isInteger(Math.log2(count))) throw new LedgerError('the hashes are not a power of two')
  let row = Array.from({ length: count }, (_, at) => hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))
  while (row.length > 1) {
    const pairs = row
    row = Array.from({ length: pairs.length / 2 }, (_, at) => hasher.node(pairs[at * 2]!, pairs[at * 2 + 1]!))
  }
  return row[0]!.slice()
}

/** An entry bundle: each leaf after its length in two bytes, big-endian. */
export function encodeEntryBundle(leaves: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  if (leaves.length < 1 || leaves.length > TILE_WIDTH)
    throw new LedgerError('an entry bundle has 1 to 256 leaves')
  const parts: Uint8Array[] = []
  for (const leaf of leaves) {
    if (leaf.length > ENTRY_BYTES_MAX) throw new LedgerError('a leaf of an entry bundle is over 65,535 bytes')
    parts.push(Uint8Array.of(leaf.length >> 8, leaf.length & 0xff), leaf)
  }
  return concat(...parts)
}

/** The leaves of an entry bundle, as views of its bytes. */
export function decodeEntryBundle(bundle: Uint8Array): Uint8Array[] {
  const leaves: Uint8Array[] = []
  for (let at = 0; at < bundle.length;) {
    const start = at + 2
    if (start > bundle.length) throw new LedgerError('the entry bundle ends within a length')
    at = start + ((bundle[at]! << 8) | bundle[at + 1]!)
    if (at > bundle.length) throw new LedgerError('the entry bundle ends within a leaf')
    leaves.push(bundle.subarray(start, at))
  }
  if (leaves.length < 1 || leaves.length > TILE_WIDTH)
    throw new LedgerError('an entry bundle has 1 to 256 leaves')
  return leaves
}
