const chunkBytes = 1 << 20

/** A place in an arena; a plain number, stable for ever. */
export type Position = number

/**
 * Append-only bytes in chunks of one megabyte. A record never straddles two chunks; one that is larger gets a
 * chunk of its own. Millions of records cost the collector nothing.
 */
export class Arena {
  readonly #chunks: Buffer[] = []
  #used = chunkBytes

  /** Reserves room, 8-byte aligned, and returns where it is. */
  reserve(bytes: number): Position {
    if (this.#used + bytes > chunkBytes) {
      this.#chunks.push(Buffer.alloc(Math.max(chunkBytes, bytes)))
      this.#used = 0
    }
    const position = (this.#chunks.length - 1) * chunkBytes + this.#used
    this.#used = Math.min(chunkBytes, (this.#used + bytes + 7) & ~7)
    return position
  }

  chunkAt(position: Position): Buffer {
    return this.#chunks[Math.floor(position / chunkBytes)]!
  }

  offsetOf(position: Position): number {
    return position % chunkBytes
  }
}
