import {
  ContextTransition,
  identifierOf,
  limits,
  operations,
  PromotionAtom,
  Reality,
  recordReality,
  type Ref,
} from '@membrane/contract'
import { admit, create, implement, next, passOn, refuse } from '../../admission/decision.ts'
import { isOpen, readReality, refuseClosed, refuseUnspecified } from './projection.ts'
import { pairsOf, readmit, readOperations } from './readmission.ts'

export const promoteReality = implement(operations['reality.promote'], {
  facts: async (input, view) => {
    const found = await readReality(view, input.reality)
    if (!isApproved(input) || !isOpen(found)) return { found, count: 0 }
    const done = await readOperations(view, found)
    const count = done.length
    if (count > limits.promotionOperationsMax) return { found, count }
    return { found, count, readmission: await readmit(view, done) }
  },

  decide: (input, { found, count, readmission }, at) => {
    const { reality, evidence = [] } = input
    const unspecified = refuseUnspecified(reality)
    if (unspecified) return unspecified
    if (!isApproved(input)) return refuse('reality_promotion_authority_missing')
    if (!isOpen(found)) return refuseClosed(found)
    if (readmission === undefined) return refuse('reality_promotion_too_large')
    if (count === 0) return refuse('reality_promotion_atom_missing')
    const { admitted, failed } = readmission
    if (failed) {
      const { operation, atoms } = failed.done.state
      return passOn(failed.step.refused!, { failed_atom: atoms[0]!.ref, failed_step: operation })
    }
    const projection = found.ref
    const promotion_atom = at.mint('promotion_atom')
    const contextTransition = at.mint('context_transition')
    const body = { projection, promotion_atom, contextTransition, promoted: admitted.flatMap(pairsOf) }
    const writes = [
      create(PromotionAtom, promotion_atom, { projection, evidence, operations: count }),
      next(Reality, found, { status: 'promoted' }),
      create(ContextTransition, contextTransition, {
        from: projection,
        to: recordReality,
        transition: 'promotion',
      }),
    ]
    const steps = admitted.map(({ step }) => step).filter((step) => step.writes.length > 0)
    return admit(body, writes, { steps })
  },
})

function isApproved({ evidence = [] }: { readonly evidence?: readonly Ref[] }): boolean {
  return evidence.some(
    (ref) => ref.startsWith('evidence_bundle:') && identifierOf(ref).includes('promotion_approval'),
  )
}
