import { countName, operations, recordKinds } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'

/** Counters that are there from the first day, at zero. */
const zero = Object.fromEntries(
  ['atom', 'commit', 'evidence_bundle', ...recordKinds].map((kind) => [countName(kind), 0]),
)

export const m7State = implement(operations['m7.state'], {
  facts: async (_, view, at) => ({ head: await view.log.head(at.tenant) }),

  decide: (_, { head }, at) => {
    const counts: Record<string, number> = { ...zero, commits: head.size }
    for (const [kind, count] of head.counts) counts[countName(kind)] = count
    return admit({ remoteDurable: at.durable, counts, asOfSequence: head.size === 0 ? null : head.size - 1 })
  },
})
