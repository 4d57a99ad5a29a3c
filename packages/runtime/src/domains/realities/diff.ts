import { limits, operations, type Ref, type WrittenAtom } from '@membrane/contract'
import { admit, implement, type Atom, type View } from '../../admission/decision.ts'
import { anyKind } from '../../admission/guards/citations.ts'
import { isOpen, readReality, refuseClosed, refuseUnspecified, type Projection } from './projection.ts'
import { readmit, readOperations, type Done } from './readmission.ts'

/** A record that a projection wrote: as it was at the base, as it is there and as it is today. */
interface Compared {
  readonly ref: Ref
  readonly baseVersion: number
  readonly projected: Atom | undefined
  readonly today: Atom | undefined
}

export const diffReality = implement(operations['reality.diff'], {
  facts: async (input, view, at) => {
    const found = await readReality(view, input.reality)
    if (!isOpen(found)) return { found }
    const done = await readOperations(view, found)
    const compared = await compare(view, found, done)
    const { size } = await view.log.head(at.tenant)
    return { found, done, compared, size, readmission: await readmit(view, done) }
  },

  decide: ({ reality }, { found, done, compared, size, readmission }) => {
    const unspecified = refuseUnspecified(reality)
    if (unspecified) return unspecified
    if (!isOpen(found) || done === undefined) return refuseClosed(found)
    const { failed } = readmission
    const moved = compared.filter(hasMoved).map(({ ref, baseVersion }) => ({
      ref,
      reason: baseVersion === 0 ? 'created_in_record' : 'changed_in_record',
    }))
    const refused = failed
      ? [{ ref: failed.done.state.atoms[0]!.ref, reason: failed.step.refused!.code }]
      : []
    const tooMany =
      done.length > limits.promotionOperationsMax
        ? [{ ref: found.ref, reason: 'reality_promotion_too_large' }]
        : []
    const conflicts = [...moved, ...refused, ...tooMany]
    return admit({
      projection: found.ref,
      base_sequence: found.state.base_sequence,
      record_sequence: size,
      operations: done.length,
      added: compared.filter(({ baseVersion }) => baseVersion === 0).map(({ ref }) => ref),
      changed: compared.filter(({ baseVersion }) => baseVersion > 0).map(({ ref }) => ref),
      conflicts,
      mergeable: conflicts.length === 0,
    })
  },
})

/** In the record, the ref moved on from the base, to something else than in the projection. */
function hasMoved({ baseVersion, projected, today }: Compared): boolean {
  if ((today?.version ?? 0) === baseVersion) return false
  return JSON.stringify(today?.state) !== JSON.stringify(projected?.state)
}

/** Each record that the projection wrote, once: its first version there follows the one at the base. */
async function compare(view: View, { ref, state }: Projection, done: readonly Done[]): Promise<Compared[]> {
  const first = new Map<string, WrittenAtom>()
  for (const atom of done.flatMap(({ state: { atoms } }) => atoms)) {
    const name = `${atom.kind} ${atom.ref}`
    if (!first.has(name)) first.set(name, atom)
  }
  const inside = view.within(ref, state.base_sequence)
  const compareOne = async ({ kind, ref, version }: WrittenAtom): Promise<Compared> => {
    const projected = await inside.get(anyKind(kind), ref)
    return { ref, baseVersion: version - 1, projected, today: await view.get(anyKind(kind), ref) }
  }
  return Promise.all([...first.values()].map(compareOne))
}
