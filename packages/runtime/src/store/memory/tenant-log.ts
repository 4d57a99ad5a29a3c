import type { Ref } from '@membrane/contract'
import type { Hasher } from '@membrane/ledger'
import type { LogNaming } from '../port.ts'
import type { Position } from './arena.ts'
import { HashTiles } from './hash-tiles.ts'

/** What one tenant's log keeps beside its commits and atoms. */
export class TenantLog {
  /** The epochs that wrote, oldest first, each with the sequence of its first commit. */
  readonly epochs: { readonly epoch: number; readonly start: number }[] = []
  readonly tiles: HashTiles
  /** Where each commit is, by sequence. */
  readonly commits: Position[] = []
  /** Refs by kind, in the record. */
  readonly counts = new Map<string, number>()
  readonly connectors = new Map<string, { bundles: number; lastCitedAt: string }>()
  readonly evidence = new Set<Ref>()
  /** Sequences of an operation's or an actor's commits, and of those that wrote a ref. */
  readonly #listed = new Map<string, number[]>()
  /** Realities that have commits in this log. */
  readonly realities = new Set<Ref>()
  lastCommittedMs = 0
  #origin = ''

  constructor(hasher: Hasher) {
    this.tiles = new HashTiles(hasher)
  }

  /** The origin of the next commit: of the epoch in use, never of one before the log's last. */
  originOfNext({ epoch, originOf }: LogNaming, tenant: Ref): string {
    const last = this.epochs.at(-1)
    if (last !== undefined && last.epoch >= epoch) return this.#origin
    this.epochs.push({ epoch, start: this.tiles.size })
    this.#origin = originOf(tenant, epoch)
    return this.#origin
  }

  count(kind: string, by = 1): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + by)
  }

  list(name: string, sequence: number): void {
    const sequences = this.#listed.get(name)
    if (sequences === undefined) this.#listed.set(name, [sequence])
    else sequences.push(sequence)
  }

  isListed(name: string, sequence: number): boolean {
    const sequences = this.listed(name)
    let [from, to] = [0, sequences.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (sequences[middle]! < sequence) from = middle + 1
      else to = middle
    }
    return sequences[from] === sequence
  }

  listed(name: string): readonly number[] {
    return this.#listed.get(name) ?? []
  }
}
