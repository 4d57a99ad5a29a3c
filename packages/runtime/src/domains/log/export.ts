import { limits, operations } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'
import { shown } from '../../admission/guards/log-proof.ts'

export const exportRecords = implement(operations['log.export'], {
  facts: async ({ from = 0, limit = limits.exportPageDefault }, view, at) => {
    const commits = await view.log.commitsFrom(at.tenant, from, limit)
    const { size } = await view.log.head(at.tenant)
    return { commits, size }
  },

  decide: (_, { commits, size }) => {
    const end = (commits.at(-1)?.sequence ?? size) + 1
    return admit({
      commits: commits.map(({ sequence, atoms }) => ({
        sequence,
        atoms: atoms.map(({ ref, kind, version, reality, salt, state }) => ({
          ref,
          kind,
          version,
          reality,
          salt: shown(salt),
          state: JSON.parse(state) as Record<string, unknown>,
        })),
      })),
      next_from: end < size ? end : null,
    })
  },
})
