import type { Ref } from '@membrane/contract'
import type { Scope } from '../port.ts'

/** What a batch found in the database, under its locks, and what its earlier units add to it. */
export class Known {
  readonly #base: Known | undefined
  readonly #versions = new Map<string, number>()
  readonly #lasts = new Map<string, number>()
  readonly #claims = new Map<string, string>()
  readonly #answers = new Set<string>()

  constructor(base?: Known) {
    this.#base = base
  }

  /** The newest version of a ref in one reality; `before` bounds the sequence. 0 is an absence. */
  version(key: string): number {
    return this.#versions.get(key) ?? this.#base?.version(key) ?? 0
  }

  last(key: string): number {
    return this.#lasts.get(key) ?? this.#base?.last(key) ?? -1
  }

  claim(key: string): string | undefined {
    return this.#claims.get(key) ?? this.#base?.claim(key)
  }

  hasAnswer(key: string): boolean {
    return this.#answers.has(key) || (this.#base?.hasAnswer(key) ?? false)
  }

  /** Versions and sequences only grow: what the batch added stands against what the database says later. */
  setVersion(key: string, version: number): void {
    this.#versions.set(key, Math.max(version, this.version(key)))
  }

  setLast(key: string, sequence: number): void {
    this.#lasts.set(key, Math.max(sequence, this.last(key)))
  }

  setClaim(key: string, value: string): void {
    this.#claims.set(key, value)
  }

  setAnswer(key: string): void {
    this.#answers.add(key)
  }

  /** Makes what this one adds part of what it was built on. */
  keep(): void {
    const base = this.#base!
    for (const [key, version] of this.#versions) base.#versions.set(key, version)
    for (const [key, sequence] of this.#lasts) base.#lasts.set(key, sequence)
    for (const [key, value] of this.#claims) base.#claims.set(key, value)
    for (const key of this.#answers) base.#answers.add(key)
  }
}

export function atomKey(tenant: Ref, reality: Ref, before: number | null, kind: string, ref: Ref): string {
  return `${tenant}\n${reality}\n${before ?? ''}\n${kind}\n${ref}`
}

export function claimKey(space: string, key: string): string {
  return `${space}\n${key}`
}

export function answerKey(tenant: Ref, key: string): string {
  return `${tenant}\n${key}`
}

/** A name for what a read of a scope looks for: a ref, or an index key. */
export function nameIn({ tenant, layers }: Scope, kind: string, name: string): string {
  return layers.map(({ reality, before }) => atomKey(tenant, reality, before, kind, name)).join('\n\n')
}
