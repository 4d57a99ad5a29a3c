import type { Ref } from '@membrane/contract'
import type { AtomWrite, StoredAtom } from '../port.ts'
import { Arena, type Position } from './arena.ts'
import { HashIndex, hashText } from './hash-index.ts'
import { Names } from './names.ts'

const none = -1

// Layout of an atom: previous version (f64), sequence (f64), version, tenant, reality, kind, ref bytes,
// state bytes (u32 each), digest (32), salt (32), ref, state.
const at = {
  previous: 0,
  sequence: 8,
  version: 16,
  tenant: 20,
  reality: 24,
  kind: 28,
  refBytes: 32,
  stateBytes: 36,
}
const digestAt = 40
const saltAt = 72
const refAt = 104

/** Whose version of what: the key of a chain of versions. */
export interface AtomKey {
  readonly tenant: Ref
  readonly reality: Ref
  readonly kind: string
  readonly ref: Ref
}

/** Every version of every record, newest first from an index, each leading to the one before it. */
export class AtomLog {
  readonly #arena = new Arena()
  readonly #newest = new HashIndex()
  readonly #names = new Names()
  readonly #kinds = new Set<string>()
  #count = 0

  get count(): number {
    return this.#count
  }

  append(tenant: Ref, reality: Ref, sequence: number, write: AtomWrite): Position {
    const key = { tenant, reality, kind: write.kind, ref: write.ref }
    const refBytes = Buffer.byteLength(write.ref)
    const stateBytes = Buffer.byteLength(write.state)
    const position = this.#arena.reserve(refAt + refBytes + stateBytes)
    const chunk = this.#arena.chunkAt(position)
    const offset = this.#arena.offsetOf(position)
    chunk.writeDoubleLE(this.#find(key) ?? none, offset + at.previous)
    chunk.writeDoubleLE(sequence, offset + at.sequence)
    chunk.writeUInt32LE(write.version, offset + at.version)
    chunk.writeUInt32LE(this.#names.idOf(tenant), offset + at.tenant)
    chunk.writeUInt32LE(this.#names.idOf(reality), offset + at.reality)
    chunk.writeUInt32LE(this.#names.idOf(write.kind), offset + at.kind)
    chunk.writeUInt32LE(refBytes, offset + at.refBytes)
    chunk.writeUInt32LE(stateBytes, offset + at.stateBytes)
    chunk.write(write.digest.slice('sha256:'.length), offset + digestAt, 'hex')
    chunk.set(write.salt, offset + saltAt)
    chunk.write(write.ref, offset + refAt)
    chunk.write(write.state, offset + refAt + refBytes)
    this.#newest.set(hashKey(key), position, (other) => this.#isKey(other, key))
    this.#kinds.add(write.kind)
    this.#count++
    return position
  }

  /** The newest version written before a sequence; null is now. */
  newest(key: AtomKey, before: number | null): Position | undefined {
    let position = this.#find(key)
    if (before === null) return position
    while (position !== undefined && this.sequenceOf(position) >= before) position = this.previousOf(position)
    return position
  }

  sequenceOf(position: Position): number {
    return this.#arena.chunkAt(position).readDoubleLE(this.#arena.offsetOf(position) + at.sequence)
  }

  versionOf(position: Position): number {
    return this.#arena.chunkAt(position).readUInt32LE(this.#arena.offsetOf(position) + at.version)
  }

  /** Every chain of versions of a ref: one for each kind that it has in a reality. */
  *chainsOf(tenant: Ref, realities: Iterable<Ref>, ref: Ref): Generator<Position> {
    for (const reality of realities) {
      for (const kind of this.#kinds) {
        const position = this.#find({ tenant, reality, kind, ref })
        if (position !== undefined) yield position
      }
    }
  }

  previousOf(position: Position): Position | undefined {
    const previous = this.#arena.chunkAt(position).readDoubleLE(this.#arena.offsetOf(position) + at.previous)
    return previous === none ? undefined : previous
  }

  refOf(position: Position): Ref {
    const chunk = this.#arena.chunkAt(position)
    const offset = this.#arena.offsetOf(position)
    return chunk.toString('utf8', offset + refAt, offset + refAt + chunk.readUInt32LE(offset + at.refBytes))
  }

  read(position: Position): StoredAtom {
    const chunk = this.#arena.chunkAt(position)
    const offset = this.#arena.offsetOf(position)
    const stateFrom = offset + refAt + chunk.readUInt32LE(offset + at.refBytes)
    return {
      kind: this.#names.nameOf(chunk.readUInt32LE(offset + at.kind)),
      ref: this.refOf(position),
      version: this.versionOf(position),
      reality: this.#names.nameOf(chunk.readUInt32LE(offset + at.reality)),
      sequence: this.sequenceOf(position),
      state: chunk.toString('utf8', stateFrom, stateFrom + chunk.readUInt32LE(offset + at.stateBytes)),
      digest: `sha256:${chunk.toString('hex', offset + digestAt, offset + saltAt)}`,
      salt: Uint8Array.prototype.slice.call(chunk, offset + saltAt, offset + refAt),
    }
  }

  #find(key: AtomKey): Position | undefined {
    return this.#newest.find(hashKey(key), (position) => this.#isKey(position, key))
  }

  #isKey(position: Position, { tenant, reality, kind, ref }: AtomKey): boolean {
    const chunk = this.#arena.chunkAt(position)
    const offset = this.#arena.offsetOf(position)
    return (
      chunk.readUInt32LE(offset + at.tenant) === this.#names.idOf(tenant) &&
      chunk.readUInt32LE(offset + at.reality) === this.#names.idOf(reality) &&
      chunk.readUInt32LE(offset + at.kind) === this.#names.idOf(kind) &&
      this.refOf(position) === ref
    )
  }
}

function hashKey({ tenant, reality, kind, ref }: AtomKey): number {
  return hashText(ref, hashText(kind, hashText(reality, hashText(tenant))))
}
