import { limits, operations } from '@membrane/contract'
import { admit, implement } from '../../admission/decision.ts'
import { refuseField } from '../../admission/guards/field.ts'
import { entryOf, readCursor, writeCursor } from '../../admission/guards/commit-entry.ts'

export const commitRecent = implement(operations['commit.recent'], {
  facts: async (input, view, at) => {
    const before = readCursor(input.cursor)
    if (before === undefined) return { page: undefined, size: 0 }
    const limit = input.limit ?? limits.commitsPageDefault
    const { operation, actor, ref } = input
    const found = await view.log.commits(at.tenant, { before, limit: limit + 1, operation, actor, ref })
    const { size } = await view.log.head(at.tenant)
    return { page: { commits: found.slice(0, limit), hasMore: found.length > limit }, size }
  },

  decide: (_, { page, size }, at) => {
    if (page === undefined)
      return refuseField('query_malformed', 'cursor', 'must be the next_cursor of an earlier page')
    const last = page.commits.at(-1)
    return admit({
      commits: page.commits.map((commit) => entryOf(commit, at)),
      durable: at.durable,
      next_cursor: page.hasMore && last ? writeCursor(last.sequence) : null,
      has_more: page.hasMore,
      tree_size: size,
    })
  },
})
