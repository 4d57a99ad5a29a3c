import { ContextTransition, operations, Reality, recordReality } from '@membrane/contract'
import { admit, create, implement } from '../../admission/decision.ts'

export const forkReality = implement(operations['reality.fork'], {
  facts: async (_, view, at) => ({ head: await view.log.head(at.tenant) }),

  decide: ({ purpose = null }, { head }, at) => {
    const projection = at.mint('reality')
    const contextTransition = at.mint('context_transition')
    const baseSequence = head.size
    return admit({ projection, contextTransition, baseSequence }, [
      create(Reality, projection, {
        purpose,
        base_sequence: baseSequence,
        status: 'projected',
        explanation: null,
      }),
      create(ContextTransition, contextTransition, {
        from: recordReality,
        to: projection,
        transition: 'fork',
      }),
    ])
  },
})
