import { recordReality, type RecordType, type Ref, type StateOf } from '@membrane/contract'
import type { Awaitable, LogStore, Read, Scope, Store, StoredAtom } from '../store/port.ts'
import type { Atom, LogProver, View } from './decision.ts'

/** What a decision has read: checked at commit, and the causes of what it writes. */
export interface ReadSet {
  readonly reads: readonly Read[]
  /** Every version that was read and exists. */
  readonly causes: readonly { readonly ref: Ref; readonly version: number }[]
}

/** The record of a tenant as it stands now. */
export function recordScope(tenant: Ref): Scope {
  return { tenant, layers: [{ reality: recordReality, before: null }] }
}

/** A view of one scope that remembers every read, absences and empty ranges included. */
export class TrackingView implements Omit<View, 'prover'>, ReadSet {
  readonly reads: Read[] = []
  readonly causes: { ref: Ref; version: number }[] = []
  readonly log: LogStore
  readonly #store: Store
  readonly #scope: Scope

  constructor(store: Store, scope: Scope) {
    this.#store = store
    this.#scope = scope
    this.log = store
  }

  get<R extends RecordType<never>>(record: R, ref: Ref | undefined): Awaitable<Atom<StateOf<R>> | undefined> {
    if (ref === undefined) return undefined
    const found = this.#store.atom(this.#scope, record.kind, ref)
    const remember = (atom: StoredAtom | undefined): Atom<StateOf<R>> | undefined => {
      this.reads.push({ on: 'atom', scope: this.#scope, kind: record.kind, ref, version: atom?.version ?? 0 })
      return atom && this.#remember(atom)
    }
    return found instanceof Promise ? found.then(remember) : remember(found)
  }

  list<State, Index extends string>(
    record: RecordType<State, Index>,
    index: Index,
    key: Ref,
  ): Awaitable<readonly Atom<State>[]> {
    const indexKey = `${index}=${key}`
    const found = this.#store.range(this.#scope, record.kind, indexKey)
    const remember = ({
      atoms,
      last,
    }: {
      atoms: readonly StoredAtom[]
      last: number
    }): readonly Atom<State>[] => {
      this.reads.push({ on: 'range', scope: this.#scope, kind: record.kind, key: indexKey, last })
      const read = atoms.map((atom) => {
        this.reads.push({
          on: 'atom',
          scope: this.#scope,
          kind: atom.kind,
          ref: atom.ref,
          version: atom.version,
        })
        return this.#remember<State>(atom)
      })
      return read.filter((atom) => record.index[index](atom.state) === key)
    }
    return found instanceof Promise ? found.then(remember) : remember(found)
  }

  claim(space: string, key: string): Awaitable<string | undefined> {
    const found = this.#store.claim(space, key)
    const remember = (value: string | undefined): string | undefined => {
      this.reads.push({ on: 'claim', space, key, value: value ?? null })
      return value
    }
    return found instanceof Promise ? found.then(remember) : remember(found)
  }

  #remember<State>(atom: StoredAtom): Atom<State> {
    this.causes.push({ ref: atom.ref, version: atom.version })
    const { ref, kind, version, sequence } = atom
    return { ref, kind, version, sequence, state: JSON.parse(atom.state) as State }
  }
}

/** What facts of an operation see. */
export class FactsView extends TrackingView implements View {
  readonly prover: LogProver

  constructor(store: Store, prover: LogProver, scope: Scope) {
    super(store, scope)
    this.prover = prover
  }
}
