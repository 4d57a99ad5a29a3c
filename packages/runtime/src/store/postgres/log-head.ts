import { connectorOf, recordReality, type Ref } from '@membrane/contract'
import { formatInstant, parseFrontier, serializeLeaf } from '@membrane/ledger'
import { nodeHasher } from '../hasher.ts'
import { StoreUnavailableError, type Committed, type LogNaming, type Unit } from '../port.ts'
import { answerKey } from './known.ts'
import type { Row } from './pool.ts'

interface Connector {
  bundles: number
  lastCitedAt: string
}

/** A full tile's place, and its hash in the level above. */
export interface FullTile {
  readonly level: number
  readonly index: number
  readonly root: Uint8Array
}

/** A unit with its place in the log. */
export interface Placed extends Committed {
  readonly unit: Unit
  readonly leaf: string
  readonly hash: Uint8Array
}

const levelBits = 8

/** The locked head of a tenant's log while a batch is added to it. */
export class LogHead {
  readonly tenant: Ref
  readonly epochs: { epoch: number; start: number }[]
  readonly counts: Record<string, number>
  readonly connectors: Record<string, Connector>
  readonly tiles: FullTile[] = []
  size: number
  committedMs: number
  readonly #origin: string
  readonly #hashes: Uint8Array[]

  constructor(tenant: Ref, row: Row, { epoch, originOf }: LogNaming) {
    this.tenant = tenant
    this.size = row.size as number
    this.committedMs = row.committed_ms as number
    this.epochs = JSON.parse(row.epochs as string) as { epoch: number; start: number }[]
    this.counts = JSON.parse(row.counts as string) as Record<string, number>
    this.connectors = JSON.parse(row.connectors as string) as Record<string, Connector>
    this.#hashes = [...parseFrontier(this.size, row.frontier as Buffer).hashes]
    this.#origin = originOf(tenant, epoch)
    const last = this.epochs.at(-1)?.epoch ?? 0
    if (last > epoch) {
      throw new StoreUnavailableError(
        `a log is in epoch ${last} and this server's keyring in ${epoch}: restart it with the keyring of the others`,
      )
    }
    if (last < epoch) this.epochs.push({ epoch, start: this.size })
  }

  get frontier(): Uint8Array {
    return Buffer.concat(this.#hashes)
  }

  /** Gives a unit the next place. `cited` holds the evidence that the log knows already, and learns the new. */
  append(unit: Unit, nowMs: number, cited: Set<string>): { placed: Placed; newEvidence: readonly Ref[] } {
    const sequence = this.size
    this.committedMs = Math.max(this.committedMs, nowMs)
    const committedAt = formatInstant(this.committedMs)
    const leaf = serializeLeaf(unit.leaf, sequence, committedAt, this.#origin)
    const hash = nodeHasher.leaf(Buffer.from(leaf))
    this.#grow(hash)
    this.#count(unit)
    const newEvidence = unit.cites.filter((bundle) => this.#cite(bundle, committedAt, cited))
    const leafHash = `sha256:${Buffer.from(hash).toString('hex')}`
    return { placed: { unit, leaf, hash, sequence, commit: unit.commit, committedAt, leafHash }, newEvidence }
  }

  #grow(leafHash: Uint8Array): void {
    let hash = leafHash
    let height = 0
    for (let rest = this.size; rest % 2 === 1; rest = (rest - 1) / 2) {
      hash = nodeHasher.node(this.#hashes.pop()!, hash)
      height++
      if (height % levelBits === 0) {
        const index = Math.floor(this.size / 2 ** height)
        this.tiles.push({ level: height / levelBits - 1, index, root: hash })
      }
    }
    this.#hashes.push(hash)
    this.size++
  }

  #count({ reality, atoms }: Unit): void {
    if (reality !== recordReality || atoms.length === 0) return
    this.#add('atom', atoms.length)
    for (const { kind, version } of atoms) if (version === 1) this.#add(kind, 1)
  }

  #cite(bundle: Ref, at: string, cited: Set<string>): boolean {
    const name = connectorOf(bundle)
    const connector = (this.connectors[name] ??= { bundles: 0, lastCitedAt: at })
    connector.lastCitedAt = at
    const key = answerKey(this.tenant, bundle)
    if (cited.has(key)) return false
    cited.add(key)
    connector.bundles++
    this.#add('evidence_bundle', 1)
    return true
  }

  #add(name: string, by: number): void {
    this.counts[name] = (this.counts[name] ?? 0) + by
  }
}
