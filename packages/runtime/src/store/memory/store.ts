import { connectorOf, recordReality, type Ref } from '@membrane/contract'
import { formatInstant, serializeLeaf, type Hasher } from '@membrane/ledger'
import { nodeHasher } from '../hasher.ts'
import type {
  AtomWrite,
  CommitQuery,
  CommitResult,
  Committed,
  Head,
  LogNaming,
  Scope,
  Store,
  StoredAnswer,
  StoredAtom,
  StoredCommit,
  Unit,
} from '../port.ts'
import { ActiveCount } from './active-count.ts'
import type { Position } from './arena.ts'
import { AtomLog } from './atom-log.ts'
import { Checks, lastOf } from './checks.ts'
import { CommitLog } from './commit-log.ts'
import { IndexLog } from './index-log.ts'
import { TenantLog } from './tenant-log.ts'

export interface MemoryStoreOptions extends LogNaming {
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Atoms that the store takes before it is full. */
  readonly atomsMax?: number
  /** Hashes leaves and nodes. Only a measurement of what that costs gives another one. */
  readonly hasher?: Hasher
}

/** Everything in the memory of one process; nothing survives it. Commits are checked and written in one turn. */
export class MemoryStore implements Store {
  readonly storage = 'memory'
  readonly durable: boolean = false
  readonly #options: MemoryStoreOptions
  readonly #hasher: Hasher
  readonly #logs = new Map<Ref, TenantLog>()
  readonly #atoms = new AtomLog()
  readonly #commits = new CommitLog()
  readonly #index = new IndexLog()
  readonly #claims = new Map<string, string>()
  readonly #active = new Map<string, ActiveCount>()
  readonly #answers = new Map<string, StoredAnswer>()
  readonly #checks = new Checks({
    atoms: this.#atoms,
    index: this.#index,
    claim: (space, key) => this.claim(space, key),
    answer: (tenant, key, nowMs) => this.answer(tenant, key, nowMs),
    size: (tenant) => this.#logs.get(tenant)?.tiles.size ?? 0,
  })

  constructor(options: MemoryStoreOptions) {
    this.#options = options
    this.#hasher = options.hasher ?? nodeHasher
  }

  atom(scope: Scope, kind: string, ref: Ref): StoredAtom | undefined {
    const position = this.#newest(scope, kind, ref)
    return position === undefined ? undefined : this.#atoms.read(position)
  }

  range(scope: Scope, kind: string, key: string): { atoms: readonly StoredAtom[]; last: number } {
    const entries = scope.layers
      .toReversed()
      .flatMap((layer) => this.#index.read(scope.tenant, layer, kind, key))
    const refs = new Set(entries.map(({ atom }) => this.#atoms.refOf(atom)))
    const atoms = [...refs].map((ref) => this.atom(scope, kind, ref)!)
    return { atoms, last: lastOf(entries) }
  }

  claim(space: string, key: string): string | undefined {
    return this.#claims.get(`${space} ${key}`)
  }

  answer(tenant: Ref, key: string, nowMs: number): StoredAnswer | undefined {
    const answer = this.#answers.get(`${tenant} ${key}`)
    return answer !== undefined && nowMs < answer.expiresAtMs ? answer : undefined
  }

  async commit(units: readonly Unit[]): Promise<CommitResult> {
    const now = this.#options.clock()
    if (!this.#checks.allHold(units, now)) return { failed: 'changed' }
    const adds = units.reduce((sum, unit) => sum + unit.atoms.length, 0)
    if (this.#atoms.count + adds > (this.#options.atomsMax ?? Infinity)) return { failed: 'full' }
    return { done: units.map((unit) => this.#write(unit, now)) }
  }

  head(tenant: Ref): Head {
    const { tiles, epochs, counts, connectors } = this.#logs.get(tenant) ?? new TenantLog(this.#hasher)
    const begun = epochs.length > 0 ? epochs : [{ epoch: this.#options.epoch, start: 0 }]
    return { size: tiles.size, epochs: begun, counts, connectors }
  }

  commitOf(tenant: Ref, ref: Ref): StoredCommit | undefined {
    const places = this.#logs.get(tenant)?.commits
    const position = places && this.#commits.find(ref, (found, sequence) => places[sequence] === found)
    return position === undefined ? undefined : this.#readCommit(tenant, position)
  }

  commits(tenant: Ref, query: CommitQuery): readonly StoredCommit[] {
    const log = this.#logs.get(tenant)
    if (log === undefined) return []
    const page: StoredCommit[] = []
    for (const sequence of this.#sequences(tenant, log, query)) {
      if (!matches(log, sequence, query)) continue
      page.push(this.#readCommit(tenant, log.commits[sequence]!))
      if (page.length === query.limit) break
    }
    return page
  }

  commitsFrom(tenant: Ref, from: number, count: number): readonly StoredCommit[] {
    const positions = this.#logs.get(tenant)?.commits.slice(from, from + count) ?? []
    return positions.map((position) => this.#readCommit(tenant, position))
  }

  leaves(tenant: Ref, from: number, count: number): readonly Uint8Array[] {
    const positions = this.#logs.get(tenant)?.commits.slice(from, from + count) ?? []
    return positions.map((position) => this.#commits.leafOf(position))
  }

  tile(tenant: Ref, level: number, index: number, count: number): Uint8Array {
    return this.#logs.get(tenant)!.tiles.read(level, index, count)
  }

  active(kind: string, nowMs: number): number {
    return this.#active.get(kind)?.count(nowMs) ?? 0
  }

  async ping(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}

  #newest(scope: Scope, kind: string, ref: Ref): Position | undefined {
    for (const { reality, before } of scope.layers) {
      const position = this.#atoms.newest({ tenant: scope.tenant, reality, kind, ref }, before)
      if (position !== undefined) return position
    }
    return undefined
  }

  #write(unit: Unit, now: number): Committed {
    const { tenant, reality, commit } = unit
    const log = this.#logOf(tenant)
    const sequence = log.tiles.size
    log.lastCommittedMs = Math.max(log.lastCommittedMs, now)
    const committedAt = formatInstant(log.lastCommittedMs)
    const origin = log.originOfNext(this.#options, tenant)
    const leaf = Buffer.from(serializeLeaf(unit.leaf, sequence, committedAt, origin))
    const leafHash = this.#hasher.leaf(leaf)
    const atoms = unit.atoms.map((write) => {
      const atom = this.#atoms.append(tenant, reality, sequence, write)
      for (const key of write.keys) this.#index.add(tenant, reality, write.kind, key, { sequence, atom })
      if (reality === recordReality) this.#countRecord(log, write)
      return atom
    })
    log.commits.push(this.#commits.append(commit, sequence, leaf, unit.requestSalt, atoms))
    log.tiles.append(leafHash)
    log.list(`operation ${unit.operation}`, sequence)
    if (unit.actor !== null) log.list(`actor ${unit.actor}`, sequence)
    for (const { space, key, value } of unit.claims) this.#claims.set(`${space} ${key}`, value)
    for (const bundle of unit.cites) cite(log, bundle, committedAt)
    if (unit.answer !== null) this.#keep(tenant, { ...unit.answer, commit }, now)
    log.realities.add(reality)
    return { commit, sequence, committedAt, leafHash: hexHash(leafHash) }
  }

  #countRecord(log: TenantLog, { kind, version, active }: AtomWrite): void {
    log.count('atom')
    if (version === 1) log.count(kind)
    if (active === null) return
    const counted = this.#active.get(kind) ?? new ActiveCount()
    counted.change(active)
    this.#active.set(kind, counted)
  }

  #logOf(tenant: Ref): TenantLog {
    let log = this.#logs.get(tenant)
    if (log === undefined) {
      log = new TenantLog(this.#hasher)
      this.#logs.set(tenant, log)
    }
    return log
  }

  /** Answers expire in the order in which they were kept, so the oldest make room. */
  #keep(tenant: Ref, answer: StoredAnswer, now: number): void {
    for (const [name, kept] of this.#answers) {
      if (kept.expiresAtMs > now) break
      this.#answers.delete(name)
    }
    this.#answers.set(`${tenant} ${answer.key}`, answer)
  }

  *#sequences(tenant: Ref, log: TenantLog, query: CommitQuery): Generator<number> {
    const before = query.before ?? log.commits.length
    const listed = this.#candidates(tenant, log, query)
    if (listed === undefined) {
      for (let sequence = Math.min(before, log.commits.length) - 1; sequence >= 0; sequence--) yield sequence
      return
    }
    for (let at = listed.length - 1; at >= 0; at--) if (listed[at]! < before) yield listed[at]!
  }

  /** The narrowest list of sequences that a filter allows; undefined without one. */
  #candidates(tenant: Ref, log: TenantLog, query: CommitQuery): readonly number[] | undefined {
    if (query.ref !== undefined) return this.#writersOf(tenant, log, query.ref)
    if (query.actor !== undefined) return log.listed(`actor ${query.actor}`)
    return query.operation === undefined ? undefined : log.listed(`operation ${query.operation}`)
  }

  #writersOf(tenant: Ref, log: TenantLog, ref: Ref): readonly number[] {
    const sequences = new Set<number>()
    for (const newest of this.#atoms.chainsOf(tenant, log.realities, ref)) {
      for (let at: Position | undefined = newest; at !== undefined; at = this.#atoms.previousOf(at)) {
        sequences.add(this.#atoms.sequenceOf(at))
      }
    }
    return [...sequences].sort((a, b) => a - b)
  }

  #readCommit(tenant: Ref, position: Position): StoredCommit {
    const leaf = this.#commits.leafOf(position)
    const sequence = this.#commits.sequenceOf(position)
    const { commit, committed_at } = JSON.parse(Buffer.from(leaf).toString()) as Record<string, string>
    const leafHash = hexHash(this.#logs.get(tenant)!.tiles.hashAt(sequence))
    const atoms = this.#commits.atomsOf(position).map((atom) => this.#atoms.read(atom))
    const requestSalt = this.#commits.saltOf(position)
    return { commit: commit!, committedAt: committed_at!, sequence, leafHash, leaf, requestSalt, atoms }
  }
}

function hexHash(hash: Uint8Array): string {
  return `sha256:${Buffer.from(hash).toString('hex')}`
}

function cite(log: TenantLog, bundle: Ref, at: string): void {
  const connector = connectorOf(bundle)
  const bundles = log.connectors.get(connector)?.bundles ?? 0
  const isNew = !log.evidence.has(bundle)
  log.connectors.set(connector, { bundles: bundles + (isNew ? 1 : 0), lastCitedAt: at })
  if (!isNew) return
  log.evidence.add(bundle)
  log.count('evidence_bundle')
}

function matches(log: TenantLog, sequence: number, { operation, actor }: CommitQuery): boolean {
  return (
    (operation === undefined || log.isListed(`operation ${operation}`, sequence)) &&
    (actor === undefined || log.isListed(`actor ${actor}`, sequence))
  )
}
