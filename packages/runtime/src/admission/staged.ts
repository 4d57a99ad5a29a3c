import type { Ref } from '@membrane/contract'
import type { AtomWrite, Layer, Scope, StoredAtom, Unit } from '../store/port.ts'

/** No place in the log yet. */
const unplaced = -1

/** What the steps of one call have written so far. Later steps read it; nobody else does. */
export class Staged {
  // Most calls have no steps: the maps come with the first.
  #newest: Map<string, StoredAtom> | undefined
  #keyed: Map<string, Set<Ref>> | undefined

  add({ reality, atoms }: Pick<Unit, 'reality' | 'atoms'>): void {
    for (const write of atoms) this.#addAtom(reality, write)
  }

  /** The staged version of a ref. */
  atom({ layers }: Scope, kind: string, ref: Ref): StoredAtom | undefined {
    const present = this.#newest && presentOf(layers)
    return present && this.#newest?.get(`${present.reality} ${kind} ${ref}`)
  }

  /** The newest staged versions of every ref that was staged under an index key, whether or not they still have it. */
  range({ layers }: Scope, kind: string, key: string): readonly StoredAtom[] {
    const present = this.#keyed && presentOf(layers)
    if (present === undefined) return []
    const refs = this.#keyed?.get(`${present.reality} ${kind} ${key}`) ?? []
    return [...refs].map((ref) => this.#newest!.get(`${present.reality} ${kind} ${ref}`)!)
  }

  #addAtom(reality: Ref, { kind, ref, version, state, digest, salt, keys }: AtomWrite): void {
    const atom: StoredAtom = { kind, ref, version, reality, sequence: unplaced, state, digest, salt }
    this.#newest ??= new Map()
    this.#keyed ??= new Map()
    this.#newest.set(`${reality} ${kind} ${ref}`, atom)
    for (const key of keys) {
      const name = `${reality} ${kind} ${key}`
      const listed = this.#keyed.get(name) ?? new Set<Ref>()
      this.#keyed.set(name, listed.add(ref))
    }
  }
}

/** The layer that is not of the past: the only one that can hold what is staged. */
function presentOf(layers: readonly Layer[]): Layer | undefined {
  return layers.find(({ before }) => before === null)
}
