import type { Ref } from '@membrane/contract'
import type { RecordReads, Scope, StoredAnswer, StoredAtom } from '../port.ts'
import type { Placed } from './log-head.ts'
import { answerKey, atomKey, claimKey, nameIn } from './known.ts'
import { StoreUnavailableError } from '../port.ts'
import { asUnavailable, type Connection } from './pool.ts'
import { Reader } from './reader.ts'

type Range = Awaited<ReturnType<RecordReads['range']>>

/**
 * Records as a transaction sees them under its locks: what the database holds, and over it what the calls before
 * this one add. What the database holds does not change under the locks, so it is read once.
 */
export class HeldReads implements RecordReads {
  /** What the database said of a read that failed: the transaction is lost with it. */
  failure: unknown
  #ended = false
  readonly #reader: Reader
  readonly #atoms = new Map<string, StoredAtom>()
  /** Refs by index key in order of first writing, and the sequence of the newest writing. */
  readonly #listed = new Map<string, { readonly refs: Set<Ref>; last: number }>()
  readonly #claims = new Map<string, string>()
  readonly #answers = new Map<string, StoredAnswer>()
  readonly #found = new Map<string, Promise<unknown>>()

  constructor(connection: Connection) {
    this.#reader = new Reader({
      with: async (work) => {
        if (this.#ended) throw new StoreUnavailableError('the transaction has ended')
        try {
          return await work(connection)
        } catch (error) {
          this.failure ??= error
          throw asUnavailable(error)
        }
      },
    })
  }

  /** The connection goes to others now: whoever still reads learns nothing more. */
  end(): void {
    this.#ended = true
  }

  /** What a call of this transaction adds, for those after it. */
  add({ unit, sequence }: Placed): void {
    const { tenant, reality } = unit
    for (const { kind, ref, version, state, digest, salt, keys } of unit.atoms) {
      const atom = { kind, ref, version, reality, sequence, state, digest, salt }
      this.#atoms.set(atomKey(tenant, reality, null, kind, ref), atom)
      for (const key of keys) {
        const name = atomKey(tenant, reality, null, kind, key)
        const listed = this.#listed.get(name) ?? { refs: new Set<Ref>(), last: sequence }
        listed.refs.add(ref)
        listed.last = sequence
        this.#listed.set(name, listed)
      }
    }
    for (const { space, key, value } of unit.claims) this.#claims.set(claimKey(space, key), value)
    if (unit.answer !== null)
      this.#answers.set(answerKey(tenant, unit.answer.key), { ...unit.answer, commit: unit.commit })
  }

  async atom(scope: Scope, kind: string, ref: Ref): Promise<StoredAtom | undefined> {
    const added = this.#added(scope, kind, ref, this.#atoms)
    return added ?? this.#once(`atom ${nameIn(scope, kind, ref)}`, () => this.#reader.atom(scope, kind, ref))
  }

  async range(scope: Scope, kind: string, key: string): Promise<Range> {
    const stored = await this.#once(`range ${nameIn(scope, kind, key)}`, async () => {
      const range = await this.#reader.range(scope, kind, key)
      for (const atom of range.atoms)
        void this.#once(`atom ${nameIn(scope, kind, atom.ref)}`, () => Promise.resolve(atom))
      return range
    })
    const listed = this.#added(scope, kind, key, this.#listed)
    const refs = new Set([...stored.atoms.map(({ ref }) => ref), ...(listed?.refs ?? [])])
    const atoms = await Promise.all([...refs].map((ref) => this.atom(scope, kind, ref)))
    return { atoms: atoms.filter((atom) => atom !== undefined), last: listed?.last ?? stored.last }
  }

  async claim(space: string, key: string): Promise<string | undefined> {
    return this.#claims.get(claimKey(space, key)) ?? this.#reader.claim(space, key)
  }

  async answer(tenant: Ref, key: string, nowMs: number): Promise<StoredAnswer | undefined> {
    const added = this.#answers.get(answerKey(tenant, key))
    if (added === undefined) return this.#reader.answer(tenant, key, nowMs)
    return nowMs < added.expiresAtMs ? added : undefined
  }

  /** Only the first layer of a scope may be unbounded; what is added now lies beyond every bound. */
  #added<T>({ tenant, layers }: Scope, kind: string, name: string, of: Map<string, T>): T | undefined {
    const [first] = layers
    return first?.before === null ? of.get(atomKey(tenant, first.reality, null, kind, name)) : undefined
  }

  #once<T>(name: string, read: () => Promise<T>): Promise<T> {
    const found = this.#found.get(name) ?? read()
    this.#found.set(name, found)
    return found as Promise<T>
  }
}
