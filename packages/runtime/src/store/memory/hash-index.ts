import type { Position } from './arena.ts'

const empty = -1

/** An open-addressing index from text keys to positions. The owner compares keys: they are not stored here. */
export class HashIndex {
  #slots = new Float64Array(64).fill(empty)
  #hashes = new Uint32Array(64)
  #count = 0

  /** The position under a hash for which `matches` holds. */
  find(hash: number, matches: (position: Position) => boolean): Position | undefined {
    const slot = this.#slotOf(hash, matches)
    const position = this.#slots[slot]!
    return position === empty ? undefined : position
  }

  /** Sets the position of a key, in place of the one that `matches`. */
  set(hash: number, position: Position, matches: (position: Position) => boolean): void {
    if (this.#count * 2 >= this.#slots.length) this.#grow()
    const slot = this.#slotOf(hash, matches)
    if (this.#slots[slot] === empty) this.#count++
    this.#slots[slot] = position
    this.#hashes[slot] = hash
  }

  #slotOf(hash: number, matches: (position: Position) => boolean): number {
    const mask = this.#slots.length - 1
    let slot = hash & mask
    while (this.#slots[slot] !== empty && !(this.#hashes[slot] === hash && matches(this.#slots[slot]!))) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  #grow(): void {
    const [slots, hashes] = [this.#slots, this.#hashes]
    this.#slots = new Float64Array(slots.length * 2).fill(empty)
    this.#hashes = new Uint32Array(slots.length * 2)
    for (let at = 0; at < slots.length; at++) {
      if (slots[at] === empty) continue
      const slot = this.#slotOf(hashes[at]!, () => false)
      this.#slots[slot] = slots[at]!
      this.#hashes[slot] = hashes[at]!
    }
  }
}

/** A 32-bit hash of a text (FNV-1a over UTF-16 code units, with a final mix); `seed` chains several. */
export function hashText(text: string, seed = 0x811c9dc5): number {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) >>> 0
}
