import {
  identifierOf,
  isRef,
  limits,
  ProjectedOperation,
  type OperationName,
  type ProjectedOperationState,
  type Ref,
  type WrittenAtom,
} from '@membrane/contract'
import type { Atom, Step, View } from '../../admission/decision.ts'
import type { Projection } from './projection.ts'

export type Done = Atom<ProjectedOperationState>

/** What was done in a projection, in order. */
export async function readOperations(view: View, { ref, state }: Projection): Promise<readonly Done[]> {
  return view.within(ref, state.base_sequence).list(ProjectedOperation, 'reality', ref)
}

/** An operation of a projection and the step that admits it again. */
export interface Readmitted {
  readonly done: Done
  readonly step: Step
}

/** How far the record of today takes a projection's operations; `failed` is the first that it refuses. */
export interface Readmission {
  readonly admitted: readonly Readmitted[]
  readonly failed: Readmitted | undefined
}

/**
 * Admits operations anew on the record, one after another. Each cites what it wrote in the projection as its cause. A
 * ref that was minted in the projection is minted anew, and later operations that name it name the new one.
 */
export async function readmit(view: View, operations: readonly Done[]): Promise<Readmission> {
  const admitted: Readmitted[] = []
  const names = new Names()
  for (const done of operations.slice(0, limits.promotionOperationsMax)) {
    const { operation, input, atoms } = done.state
    const causes = [...atoms, done].map(({ ref, version }) => ({ ref, version }))
    const body = names.translate(input) as Readonly<Record<string, unknown>>
    const step = await view.run(operation as OperationName, body, { causes, kept: true })
    if (step.refused) return { admitted, failed: { done, step } }
    names.learn(done.state, step)
    admitted.push({ done, step })
  }
  return { admitted, failed: undefined }
}

/** Which atom of the projection each new one stands for: of the same kind in the same order, else the first. */
export function pairsOf({ done, step }: Readmitted): { projected: WrittenAtom; promoted: WrittenAtom }[] {
  const { atoms } = done.state
  const left = [...atoms]
  return step.writes.map(({ record: { kind }, ref, version }) => {
    const at = left.findIndex((atom) => atom.kind === kind)
    const projected = at < 0 ? atoms[0]! : left.splice(at, 1)[0]!
    return { projected, promoted: { kind, ref, version } }
  })
}

// An identifier as `Entropy.id` makes it.
const identifiers = /[0-9a-hjkmnp-tv-z]{26}/g

/** Which ref of the record stands for which one of the projection. */
class Names {
  readonly #identifiers = new Map<string, string>()
  readonly #refs = new Map<Ref, Ref>()

  /** Refs of one operation share an identifier; those that its answers name alike are the same. */
  learn({ identifier, body }: ProjectedOperationState, step: Step): void {
    this.#identifiers.set(identifier, identifierOf(step.commit))
    for (const [name, before] of Object.entries(body)) {
      const now = step.body[name]
      if (typeof before !== 'string' || typeof now !== 'string' || before === now) continue
      if (isRef(before) && isRef(now)) this.#refs.set(before, now)
    }
  }

  translate(value: unknown): unknown {
    if (typeof value === 'string') return this.#translateText(value)
    if (Array.isArray(value)) return value.map((entry) => this.translate(entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, this.translate(entry)]))
  }

  #translateText(text: string): string {
    return (
      this.#refs.get(text) ?? text.replaceAll(identifiers, (found) => this.#identifiers.get(found) ?? found)
    )
  }
}
