import type { Ref } from '@membrane/contract'
import type { AtomWrite, Scope, StoredAtom, Unit } from '../store/port.ts'

/** No place in the log yet. */
const unplaced = -1

/** What the steps of one call have written so far. Later steps read it; nobody else does. */
export class Staged {
  readonly #newest = new Map<string, StoredAtom>()
  readonly #keyed = new Map<string, Map<Ref, StoredAtom>>()

  add({ reality, atoms }: Pick<Unit, 'reality' | 'atoms'>): void {
    for (const write of atoms) this.#addAtom(reality, write)
  }

  /** The staged version of a ref; only a layer that is not of the past can hold one. */
  atom({ layers }: Scope, kind: string, ref: Ref): StoredAtom | undefined {
    const present = layers.find(({ before }) => before === null)
    return present && this.#newest.get(`${present.reality} ${kind} ${ref}`)
  }

  /** Staged refs under an index key, newest versions. */
  range({ layers }: Scope, kind: string, key: string): readonly StoredAtom[] {
    const present = layers.find(({ before }) => before === null)
    return present === undefined
      ? []
      : [...(this.#keyed.get(`${present.reality} ${kind} ${key}`)?.values() ?? [])]
  }

  #addAtom(reality: Ref, { kind, ref, version, state, digest, salt, keys }: AtomWrite): void {
    const atom: StoredAtom = { kind, ref, version, reality, sequence: unplaced, state, digest, salt }
    this.#newest.set(`${reality} ${kind} ${ref}`, atom)
    for (const key of keys) {
      const name = `${reality} ${kind} ${key}`
      const listed = this.#keyed.get(name) ?? new Map<Ref, StoredAtom>()
      this.#keyed.set(name, listed.set(ref, atom))
    }
  }
}
