import type { Ref } from '@membrane/contract'
import type { Unit } from '../port.ts'

/** What the earlier units of one call would leave, for the check of the later ones. */
export class Pending {
  readonly #written = new Map<string, number>()
  readonly #listed = new Map<string, number>()
  readonly #claims = new Map<string, string>()
  readonly #answers = new Set<string>()

  add(unit: Unit, sequence: number): void {
    const { tenant, reality, atoms, claims, answer } = unit
    for (const { kind, ref, version, keys } of atoms) {
      this.#written.set(nameOf(tenant, reality, kind, ref), version)
      for (const key of keys) this.#listed.set(nameOf(tenant, reality, kind, key), sequence)
    }
    for (const { space, key, value } of claims) this.#claims.set(`${space} ${key}`, value)
    if (answer !== null) this.#answers.add(answer.key)
  }

  /** The version that a ref would have. */
  version(tenant: Ref, reality: Ref, kind: string, ref: Ref): number | undefined {
    return this.#written.get(nameOf(tenant, reality, kind, ref))
  }

  /** The last sequence that would stand under an index key; -1 where none would. */
  last(tenant: Ref, reality: Ref, kind: string, key: string): number {
    return this.#listed.get(nameOf(tenant, reality, kind, key)) ?? -1
  }

  claim(space: string, key: string): string | undefined {
    return this.#claims.get(`${space} ${key}`)
  }

  hasAnswer(key: string): boolean {
    return this.#answers.has(key)
  }
}

function nameOf(tenant: Ref, reality: Ref, kind: string, name: string): string {
  return `${tenant} ${reality} ${kind} ${name}`
}
