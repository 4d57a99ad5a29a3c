import type { Ref } from '@membrane/contract'
import { Arena, type Position } from './arena.ts'
import { HashIndex, hashText } from './hash-index.ts'

// Layout of a commit: leaf bytes, atom count (u32 each), salt of the request (32), sequence (f64),
// positions of its atoms (f64 each), leaf.
const atomCountAt = 4
const saltAt = 8
const sequenceAt = 40
const atomsAt = 48

/** Leaves as they were hashed, each with the places of the atoms that its commit wrote. */
export class CommitLog {
  readonly #arena = new Arena()
  readonly #byRef = new HashIndex()

  append(
    commit: Ref,
    sequence: number,
    leaf: Uint8Array,
    salt: Uint8Array,
    atoms: readonly Position[],
  ): Position {
    const leafAt = atomsAt + atoms.length * 8
    const position = this.#arena.reserve(leafAt + leaf.length)
    const chunk = this.#arena.chunkAt(position)
    const offset = this.#arena.offsetOf(position)
    chunk.writeUInt32LE(leaf.length, offset)
    chunk.writeUInt32LE(atoms.length, offset + atomCountAt)
    chunk.set(salt, offset + saltAt)
    chunk.writeDoubleLE(sequence, offset + sequenceAt)
    atoms.forEach((atom, index) => chunk.writeDoubleLE(atom, offset + atomsAt + index * 8))
    chunk.set(leaf, offset + leafAt)
    this.#byRef.set(hashText(commit), position, () => false)
    return position
  }

  /** The commit of that ref which lies where its log says. */
  find(commit: Ref, isPlaced: (position: Position, sequence: number) => boolean): Position | undefined {
    return this.#byRef.find(hashText(commit), (position) => {
      if (!isPlaced(position, this.sequenceOf(position))) return false
      const leaf = JSON.parse(Buffer.from(this.leafOf(position)).toString()) as { commit: string }
      return leaf.commit === commit
    })
  }

  leafOf(position: Position): Uint8Array {
    const chunk = this.#arena.chunkAt(position)
    const offset = this.#arena.offsetOf(position)
    const from = offset + atomsAt + chunk.readUInt32LE(offset + atomCountAt) * 8
    return chunk.subarray(from, from + chunk.readUInt32LE(offset))
  }

  saltOf(position: Position): Uint8Array {
    const offset = this.#arena.offsetOf(position)
    return Uint8Array.from(this.#arena.chunkAt(position).subarray(offset + saltAt, offset + sequenceAt))
  }

  sequenceOf(position: Position): number {
    return this.#arena.chunkAt(position).readDoubleLE(this.#arena.offsetOf(position) + sequenceAt)
  }

  atomsOf(position: Position): Position[] {
    const chunk = this.#arena.chunkAt(position)
    const offset = this.#arena.offsetOf(position)
    const count = chunk.readUInt32LE(offset + atomCountAt)
    return Array.from({ length: count }, (_, index) => chunk.readDoubleLE(offset + atomsAt + index * 8))
  }
}
