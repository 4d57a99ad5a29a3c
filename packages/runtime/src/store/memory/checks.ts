import type { Ref } from '@membrane/contract'
import type { Layer, Read, StoredAnswer, Unit } from '../port.ts'
import type { AtomLog } from './atom-log.ts'
import type { IndexLog } from './index-log.ts'
import { Pending } from './pending.ts'

/** What units are checked against. */
export interface Checked {
  readonly atoms: AtomLog
  readonly index: IndexLog
  readonly claim: (space: string, key: string) => string | undefined
  readonly answer: (tenant: Ref, key: string, nowMs: number) => StoredAnswer | undefined
  /** How many commits the log of a tenant has. */
  readonly size: (tenant: Ref) => number
}

/** Whether units may be written: nothing that they read has changed, and what they write is new. */
export class Checks {
  readonly #store: Checked

  constructor(store: Checked) {
    this.#store = store
  }

  /** Each unit is checked against the store as the units before it would leave it. */
  allHold(units: readonly Unit[], now: number): boolean {
    const [first] = units
    if (first === undefined) return true
    if (units.length === 1) return this.#holds(first, now, nothing)
    const pending = new Pending()
    const size = this.#store.size(first.tenant)
    return units.every((unit, at) => {
      const holds = this.#holds(unit, now, pending)
      pending.add(unit, size + at)
      return holds
    })
  }

  #holds(unit: Unit, now: number, pending: Pending): boolean {
    const { tenant, answer } = unit
    return (
      unit.reads.every((read) => this.#stillHolds(read, pending)) &&
      this.#areNewer(unit, pending) &&
      this.#areFree(unit.claims, pending) &&
      (answer === null ||
        (this.#store.answer(tenant, answer.key, now) === undefined && !pending.hasAnswer(answer.key)))
    )
  }

  #stillHolds(read: Read, pending: Pending): boolean {
    if (read.on === 'claim') return (this.#claim(read, pending) ?? null) === read.value
    const { kind } = read
    const { tenant, layers } = read.scope
    if (read.on === 'range') {
      const lasts = layers.flatMap((layer) => [
        lastOf(this.#store.index.read(tenant, layer, kind, read.key)),
        layer.before === null ? pending.last(tenant, layer.reality, kind, read.key) : -1,
      ])
      return Math.max(...lasts) <= read.last
    }
    return this.#version(tenant, layers, kind, read.ref, pending) === read.version
  }

  /** A bounded layer lies in the past: what is pending is not in it. */
  #version(tenant: Ref, layers: readonly Layer[], kind: string, ref: Ref, pending: Pending): number {
    const { atoms } = this.#store
    for (const { reality, before } of layers) {
      const written = before === null ? pending.version(tenant, reality, kind, ref) : undefined
      if (written !== undefined) return written
      const position = atoms.newest({ tenant, reality, kind, ref }, before)
      if (position !== undefined) return atoms.versionOf(position)
    }
    return 0
  }

  #claim({ space, key }: { space: string; key: string }, pending: Pending): string | undefined {
    return pending.claim(space, key) ?? this.#store.claim(space, key)
  }

  /** A version is written once, whatever the decision believed. */
  #areNewer({ tenant, reality, atoms }: Unit, pending: Pending): boolean {
    const layers = [{ reality, before: null }]
    const written = new Map<string, number>()
    return atoms.every(({ kind, ref, version }) => {
      const name = `${kind} ${ref}`
      const newest = written.get(name) ?? this.#version(tenant, layers, kind, ref, pending)
      written.set(name, version)
      return newest < version
    })
  }

  #areFree(claims: Unit['claims'], pending: Pending): boolean {
    const names = new Set(claims.map(({ space, key }) => `${space} ${key}`))
    return names.size === claims.length && claims.every((claim) => this.#claim(claim, pending) === undefined)
  }
}

const nothing = new Pending()

/** The last sequence of index entries; -1 where there are none. */
export function lastOf(entries: readonly { readonly sequence: number }[]): number {
  return entries.reduce((last, { sequence }) => Math.max(last, sequence), -1)
}
