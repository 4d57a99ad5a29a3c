import { HASH_BYTES, type Hasher } from './hasher.ts'
import { perfectRoot, TILE_WIDTH, type Tile } from './tiles.ts'

/** A tile and its hashes. */
export interface FilledTile {
  readonly tile: Tile
  readonly hashes: Uint8Array
}

interface Row {
  readonly hashes: Uint8Array
  tile: Tile
}

/** The tiles of a growing tree: one open tile a level, handed out when it is full. */
export class TileRows {
  readonly #hasher: Hasher
  readonly #rows: Row[] = []

  constructor(hasher: Hasher) {
    this.#hasher = hasher
  }

  /** Takes the next leaf hash; answers the tiles that it completes, from the leaves up. */
  push(leafHash: Uint8Array): FilledTile[] {
    const full: FilledTile[] = []
    let hash: Uint8Array | undefined = leafHash
    for (let level = 0; hash !== undefined; level++) {
      const filled = this.#add(level, hash)
      if (filled) full.push(filled)
      hash = filled && perfectRoot(filled.hashes, this.#hasher)
    }
    return full
  }

  /** The tiles that are open and not empty. */
  partial(): FilledTile[] {
    return this.#rows
      .filter(({ tile }) => tile.width > 0)
      .map(({ tile, hashes }) => ({ tile, hashes: hashes.slice(0, tile.width * HASH_BYTES) }))
  }

  #add(level: number, hash: Uint8Array): FilledTile | undefined {
    const row = (this.#rows[level] ??= {
      hashes: new Uint8Array(TILE_WIDTH * HASH_BYTES),
      tile: { level, index: 0, width: 0 },
    })
    row.hashes.set(hash, row.tile.width * HASH_BYTES)
    const tile = { ...row.tile, width: row.tile.width + 1 }
    if (tile.width < TILE_WIDTH) {
      row.tile = tile
      return undefined
    }
    row.tile = { level, index: tile.index + 1, width: 0 }
    return { tile, hashes: row.hashes.slice() }
  }
}
