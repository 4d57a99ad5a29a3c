import { bitLength, isIndex, splitPoint } from './bits.ts'
import { LedgerError } from './errors.ts'
import { HASH_BYTES, nobleHasher, type Hasher } from './hasher.ts'
import { perfectRoot, TILE_WIDTH, tileWidth, type Tile } from './tiles.ts'
import { foldRight } from './tree.ts'

/** The root of the perfect subtree over leaves `index · 2^level` to `(index + 1) · 2^level`. */
interface TreeNode {
  readonly level: number
  readonly index: number
}

/** Leaves from `start` up to `end`, without `end`. */
type Range = readonly [start: number, end: number]

/** What a proof needs before it can be built, as data. */
export interface ProofPlan {
  /** The tiles to read, each once, as wide as they are at the proof's tree size. */
  readonly tiles: readonly Tile[]
  /** For each hash of the proof, the nodes that it folds, the largest first. */
  readonly hashes: readonly (readonly TreeNode[])[]
}

/** The hashes of a tile, or `undefined` where it was not read. It may be wider than the plan asks. */
export type TileLookup = (level: number, index: number) => Uint8Array | undefined

/** Plans the inclusion proof of a leaf in a tree (RFC 9162 §2.1.3.1). */
export function planInclusion(index: number, treeSize: number): ProofPlan {
  if (!isIndex(index) || !isIndex(treeSize) || index >= treeSize) {
    throw new LedgerError('the tree has no leaf of this index')
  }
  const siblings: Range[] = []
  let [start, end] = [0, treeSize]
  while (end - start > 1) {
    const middle = start + splitPoint(end - start)
    if (index < middle) {
      siblings.push([middle, end])
      end = middle
    } else {
      siblings.push([start, middle])
      start = middle
    }
  }
  return planOf(siblings.reverse(), treeSize)
}

/** Plans the proof that a tree extends a smaller one (RFC 9162 §2.1.4.1); from nothing it is empty. */
export function planConsistency(from: number, to: number): ProofPlan {
  if (!isIndex(from) || !isIndex(to) || from > to) {
    throw new LedgerError('the sizes of a consistency proof are not ascending safe integers')
  }
  if (from === 0) return planOf([], to)
  const ranges: Range[] = []
  let [start, end] = [0, to]
  while (from < end) {
    const middle = start + splitPoint(end - start)
    if (from <= middle) {
      ranges.push([middle, end])
      end = middle
    } else {
      ranges.push([start, middle])
      start = middle
    }
  }
  if (start > 0) ranges.push([start, end])
  return planOf(ranges.reverse(), to)
}

/** Plans the root of a tree of at least one leaf: the one hash of its proof. */
export function planRoot(treeSize: number): ProofPlan {
  if (!isIndex(treeSize) || treeSize === 0) throw new LedgerError('the tree has no leaf')
  return planOf([[0, treeSize]], treeSize)
}

/** The hashes of a planned proof, from the tiles that were read. */
export function buildProof(plan: ProofPlan, lookup: TileLookup, hasher: Hasher = nobleHasher): Uint8Array[] {
  return plan.hashes.map((nodes) =>
    foldRight(
      nodes.map((node) => nodeHash(node, lookup, hasher)),
      hasher,
    ),
  )
}

function planOf(ranges: readonly Range[], treeSize: number): ProofPlan {
  const hashes = ranges.map(perfectSubtrees)
  const tiles = new Map<string, Tile>()
  for (const node of hashes.flat()) {
    const { level, index } = placeInTile(node)
    tiles.set(`${level}/${index}`, { level, index, width: tileWidth(level, index, treeSize) })
  }
  return { tiles: [...tiles.values()], hashes }
}

function perfectSubtrees([start, end]: Range): TreeNode[] {
  const nodes: TreeNode[] = []
  for (let from = start; from < end;) {
    const level = bitLength(end - from) - 1
    nodes.push({ level, index: from / 2 ** level })
    from += 2 ** level
  }
  return nodes
}

/** Which hashes of which tile a node is the root of: `count` of them from `offset`. */
function placeInTile(node: TreeNode): { level: number; index: number; offset: number; count: number } {
  const count = 2 ** (node.level % 8)
  const first = node.index * count
  return {
    level: Math.floor(node.level / 8),
    index: Math.floor(first / TILE_WIDTH),
    offset: first % TILE_WIDTH,
    count,
  }
}

function nodeHash(node: TreeNode, lookup: TileLookup, hasher: Hasher): Uint8Array {
  const { level, index, offset, count } = placeInTile(node)
  const tile = lookup(level, index)
  if (!tile || tile.length < (offset + count) * HASH_BYTES) {
    throw new LedgerError(`tile ${index} of level ${level} is not there in full`)
  }
  return perfectRoot(tile.subarray(offset * HASH_BYTES, (offset + count) * HASH_BYTES), hasher)
}
