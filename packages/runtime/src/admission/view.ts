import { recordReality, type RecordType, type Ref, type StateOf } from '@membrane/contract'
import type { Awaitable, LogStore, Read, RecordReads, Scope, StoredAtom } from '../store/port.ts'
import type { Atom, View } from './decision.ts'
import { Staged } from './staged.ts'

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

type Range = Awaited<ReturnType<RecordReads['range']>>
const nothingStaged = new Staged()

/** Where a view reads: records as a transaction may see them, and the log. */
export interface ViewSources {
  readonly records: RecordReads
  readonly log: LogStore
}

/** A view of one scope that remembers every read, absences and empty ranges included. */
export class TrackingView implements Omit<View, 'prover' | 'run' | 'within'>, ReadSet {
  readonly reads: Read[] = []
  readonly causes: { ref: Ref; version: number }[] = []
  readonly log: LogStore
  readonly #records: RecordReads
  readonly #scope: Scope
  readonly #staged: Staged

  /** What is staged is read before the store, and is no read that a commit could find changed. */
  constructor({ records, log }: ViewSources, scope: Scope, staged: Staged = nothingStaged) {
    this.#records = records
    this.#scope = scope
    this.#staged = staged
    this.log = log
  }

  get<R extends RecordType<never>>(record: R, ref: Ref | undefined): Awaitable<Atom<StateOf<R>> | undefined> {
    if (ref === undefined) return undefined
    const staged = this.#staged.atom(this.#scope, record.kind, ref)
    if (staged !== undefined) return this.#atomOf(staged)
    const found = this.#records.atom(this.#scope, record.kind, ref)
    const remember = (atom: StoredAtom | undefined): Atom<StateOf<R>> | undefined => {
      this.reads.push({ on: 'atom', scope: this.#scope, kind: record.kind, ref, version: atom?.version ?? 0 })
      return atom && this.#atomOf(atom)
    }
    return after(found, remember)
  }

  list<State, Index extends string>(
    record: RecordType<State, Index>,
    index: Index,
    key: Ref,
  ): Awaitable<readonly Atom<State>[]> {
    const indexKey = `${index}=${key}`
    const found = this.#records.range(this.#scope, record.kind, indexKey)
    const remember = (range: Range): readonly Atom<State>[] => {
      const atoms = this.#rememberRange(record.kind, indexKey, range)
      return atoms
        .map((atom) => this.#atomOf<State>(atom))
        .filter(({ state }) => record.index[index](state) === key)
    }
    return after(found, remember)
  }

  claim(space: string, key: string): Awaitable<string | undefined> {
    const found = this.#records.claim(space, key)
    const remember = (value: string | undefined): string | undefined => {
      this.reads.push({ on: 'claim', space, key, value: value ?? null })
      return value
    }
    return after(found, remember)
  }

  #rememberRange(kind: string, key: string, { atoms, last }: Range): StoredAtom[] {
    const scope = this.#scope
    this.reads.push({ on: 'range', scope, kind, key, last })
    const newest = new Map<Ref, StoredAtom>()
    for (const atom of atoms) {
      const staged = this.#staged.atom(scope, kind, atom.ref)
      if (staged === undefined)
        this.reads.push({ on: 'atom', scope, kind, ref: atom.ref, version: atom.version })
      newest.set(atom.ref, staged ?? atom)
    }
    for (const atom of this.#staged.range(scope, kind, key)) newest.set(atom.ref, atom)
    return [...newest.values()]
  }

  #atomOf<State>(atom: StoredAtom): Atom<State> {
    this.causes.push({ ref: atom.ref, version: atom.version })
    const { ref, kind, version, sequence } = atom
    return { ref, kind, version, sequence, state: JSON.parse(atom.state) as State }
  }
}

/** Goes on at once where the store answered at once. */
function after<T, R>(found: Awaitable<T>, goOn: (value: T) => R): Awaitable<R> {
  return found instanceof Promise ? found.then(goOn) : goOn(found)
}
