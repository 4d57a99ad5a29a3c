import { perfectRoot, TILE_WIDTH, type Hasher } from '@membrane/ledger'

const hashBytes = 32
const smallTile = 16

/** The node hashes of a growing tree, tile by tile: level 0 holds leaves, level n the roots of full tiles below. */
export class HashTiles {
  readonly #levels: Uint8Array[][] = []
  readonly #hasher: Hasher
  #size = 0

  constructor(hasher: Hasher) {
    this.#hasher = hasher
  }

  get size(): number {
    return this.#size
  }

  append(leafHash: Uint8Array): void {
    this.#put(0, this.#size++, leafHash)
  }

  /** `count` hashes from the first of a tile, joined. */
  read(level: number, index: number, count: number): Uint8Array {
    return this.#levels[level]![index]!.slice(0, count * hashBytes)
  }

  hashAt(sequence: number): Uint8Array {
    const at = (sequence % TILE_WIDTH) * hashBytes
    return this.#levels[0]![Math.floor(sequence / TILE_WIDTH)]!.subarray(at, at + hashBytes)
  }

  #put(level: number, index: number, hash: Uint8Array): void {
    const tiles = (this.#levels[level] ??= [])
    const tileIndex = Math.floor(index / TILE_WIDTH)
    const within = index % TILE_WIDTH
    if (within === 0) tiles.push(new Uint8Array(smallTile * hashBytes))
    else if (within === smallTile) tiles[tileIndex] = widened(tiles[tileIndex]!)
    tiles[tileIndex]!.set(hash, within * hashBytes)
    if (within === TILE_WIDTH - 1)
      this.#put(level + 1, tileIndex, perfectRoot(tiles[tileIndex]!, this.#hasher))
  }
}

/** A tile starts small: most tenants never fill one. */
function widened(tile: Uint8Array): Uint8Array {
  const full = new Uint8Array(TILE_WIDTH * hashBytes)
  full.set(tile)
  return full
}
