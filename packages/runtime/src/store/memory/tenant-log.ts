import type { Ref } from '@membrane/contract'
import type { Hasher } from '@membrane/ledger'
import type { Position } from './arena.ts'
import { HashTiles } from './hash-tiles.ts'

/** What one tenant's log keeps beside its commits and atoms. */
export class TenantLog {
  readonly origin: string
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

  constructor(origin: string, hasher: Hasher) {
    this.origin = origin
    this.tiles = new HashTiles(hasher)
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
