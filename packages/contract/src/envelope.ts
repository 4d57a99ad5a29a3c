import { Type, type Static } from 'typebox'
import * as is from './response.ts'

const outcome = is.oneOf(
  'verified',
  'admitted',
  'pending',
  'refused',
  'projected',
  'queued',
  'executed',
  'failed',
)

/** What proves an answer. Those of reads and refusals are not in the log: `commit` is null. */
export const receiptSchema = Type.Object({
  ref: Type.String({ pattern: '^receipt:' }),
  outcome,
  reasons: Type.Array(Type.String(), { minItems: 1 }),
  fixture: is.yes,
  operation: is.string,
  issued_at: is.timestamp,
  commit: is.nullable(is.anyRef),
  log_index: is.nullable(is.count),
  leaf_hash: is.nullable(is.string),
})

/** Every answer of an operation and every failure. */
export const envelopeSchema = Type.Object({
  operation: is.string,
  outcome,
  fixture: is.yes,
  body: is.open,
  receipt: receiptSchema,
})

/** The body of a refusal. */
export const refusalBodySchema = Type.Object({
  refusal_code: is.string,
  failed_gate: is.string,
  stable_code: is.string,
  category: is.string,
  guard_rule: is.string,
  detail: is.string,
  fields: is.optional(Type.Array(Type.Object({ path: is.string, rule: is.string }))),
  retryable: is.boolean,
  retry_after_seconds: is.optional(is.count),
  production_admission: is.no,
})

export type Receipt = Static<typeof receiptSchema>
export type Envelope = Static<typeof envelopeSchema>
export type RefusalBody = Static<typeof refusalBodySchema>

/** The operation of an answer where none matched. */
export const noOperation = 'http.route'
