import type { Ref } from '@membrane/contract'
import type { Layer } from '../port.ts'
import type { Position } from './arena.ts'

interface Entry {
  readonly sequence: number
  readonly atom: Position
}

/** Which atoms were written under which index key, in order. */
export class IndexLog {
  readonly #entries = new Map<string, Entry[]>()

  add(tenant: Ref, reality: Ref, kind: string, key: string, entry: Entry): void {
    const name = nameOf(tenant, reality, kind, key)
    const entries = this.#entries.get(name)
    if (entries === undefined) this.#entries.set(name, [entry])
    else entries.push(entry)
  }

  /** The atoms under a key in one layer, oldest first. */
  read(tenant: Ref, { reality, before }: Layer, kind: string, key: string): readonly Entry[] {
    const entries = this.#entries.get(nameOf(tenant, reality, kind, key)) ?? []
    return before === null ? entries : entries.filter(({ sequence }) => sequence < before)
  }
}

/** Refs hold no white space and kinds no colon, so a space keeps the parts apart. */
function nameOf(tenant: Ref, reality: Ref, kind: string, key: string): string {
  return `${tenant} ${reality} ${kind} ${key}`
}
