import { commitEntry } from '../commit-entry.ts'
import { integer, optional, ref, text } from '../field.ts'
import { limits } from '../limits.ts'
import { operation } from '../operation.ts'
import { queryTenant } from '../query.ts'
import * as is from '../response.ts'

export const commitRecent = operation({
  name: 'commit.recent',
  summary: "Lists the tenant's commits, newest first.",
  method: 'GET',
  path: '/v1/commits/recent',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  request: {
    tenant: queryTenant,
    limit: optional(integer(1, limits.commitsPageMax, { code: 'query_malformed' })),
    cursor: optional(text({ code: 'query_malformed' })),
    operation: optional(text({ code: 'query_malformed' })),
    actor: optional(ref(undefined, { code: 'query_malformed' })),
    ref: optional(ref(undefined, { code: 'query_malformed' })),
  },
  response: {
    commits: is.list(commitEntry),
    durable: is.boolean,
    next_cursor: is.nullable(is.string),
    has_more: is.boolean,
    tree_size: is.count,
    production_admission: is.no,
  },
  refusals: ['query_malformed'],
  example: { limit: 20 },
})
