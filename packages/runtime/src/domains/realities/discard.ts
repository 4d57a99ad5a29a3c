import { ContextTransition, operations, Reality, recordReality } from '@membrane/contract'
import { admit, already, create, implement, next, refuse } from '../../admission/decision.ts'
import { isOpen, readReality, refuseClosed, refuseUnspecified } from './projection.ts'

export const discardReality = implement(operations['reality.discard'], {
  facts: async (input, view) => ({ found: await readReality(view, input.reality) }),

  decide: (input, { found }, at) => {
    const unspecified = refuseUnspecified(input.reality)
    if (unspecified) return unspecified
    if (input.delete_projection_body === true) return refuse('reality_discard_attempts_delete')
    if (typeof found === 'object' && found.state.status === 'discarded') {
      const { explanation } = found.state
      return already({ projection: found.ref, explanation, stable_code: 'reality_already_discarded' })
    }
    if (!isOpen(found)) return refuseClosed(found)
    const projection = found.ref
    const explanation = input.explanation ?? found.state.purpose
    const contextTransition = at.mint('context_transition')
    return admit({ projection, contextTransition, explanation }, [
      next(Reality, found, { status: 'discarded', explanation }),
      create(ContextTransition, contextTransition, {
        from: projection,
        to: recordReality,
        transition: 'discard',
      }),
    ])
  },
})
