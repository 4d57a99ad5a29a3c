import { integer, oneOf, optional, text } from '../field.ts'
import { limits } from '../limits.ts'
import { operation } from '../operation.ts'
import { queryTenant } from '../query.ts'
import * as is from '../response.ts'

const statuses = ['queued', 'dispatching', 'executed', 'failed', 'indeterminate'] as const

export const effectOutbox = operation({
  name: 'effect.outbox',
  summary: 'Lists effect intents, newest first: how far each is, its last attempt, what to do next.',
  method: 'GET',
  path: '/v1/effects/outbox',
  access: 'session',
  state: 'staging-durable',
  outcome: 'verified',
  request: {
    tenant: queryTenant,
    status: optional(oneOf(statuses, { code: 'query_malformed' })),
    limit: optional(integer(1, limits.commitsPageMax, { code: 'query_malformed' })),
    cursor: optional(text({ code: 'query_malformed' })),
  },
  response: {
    counts: is.record({ intents: is.count, executed: is.count, open: is.count }),
    intents: is.list(
      is.record({
        effectIntent: is.anyRef,
        effectOutbox: is.anyRef,
        subject: is.nullable(is.anyRef),
        effectKind: is.nullable(is.string),
        adapter: is.string,
        mode: is.nullable(is.string),
        dryRun: is.boolean,
        sensitive: is.boolean,
        status: is.oneOf(...statuses),
        attempts: is.count,
        lastAttempt: is.nullable(
          is.record({
            effectAttempt: is.anyRef,
            status: is.oneOf('started', 'executed', 'failed', 'indeterminate'),
            reasons: is.strings,
            startedAt: is.timestamp,
            endedAt: is.nullable(is.timestamp),
          }),
        ),
        leaseExpiresAt: is.nullable(is.timestamp),
        effectReceipt: is.nullable(is.anyRef),
        nextStep: is.oneOf('dispatch', 'wait', 'configure_adapter', 'reconcile', 'none'),
      }),
    ),
    nextCursor: is.nullable(is.string),
    hasMore: is.boolean,
    rawAdapterPayloadExposed: is.no,
    productionAdmission: is.no,
  },
  refusals: ['query_malformed'],
  example: { limit: 20 },
})
