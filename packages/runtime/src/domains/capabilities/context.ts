import { isRef, limits, type InputOf, type operations, type Ref } from '@membrane/contract'

type Input = InputOf<(typeof operations)['capability.policy.evaluate']>

/** What a predicate sees. An absent reference is the empty text, so that every predicate can compare it. */
export interface EvaluationContext {
  readonly subject: string
  readonly evidence_refs: readonly Ref[]
  readonly candidate_atom: { readonly kind: string; readonly fields: Readonly<Record<string, unknown>> }
  readonly mandate: string
  readonly human_presence_receipt: string
  readonly reality: string
}

/** A context that cannot be read, or one that is larger than an evaluation may look at. */
export type ContextFault =
  | { readonly fault: 'malformed'; readonly field: string; readonly rule: string }
  | { readonly fault: 'too_large'; readonly detail: string }

const single = ['subject', 'mandate', 'human_presence_receipt', 'reality'] as const

/** The context of a request: `context` where it is sent, and beside it the same keys at top level. */
export function readContext(input: Input): EvaluationContext | ContextFault {
  const inner = withoutNulls(input.context ?? {})
  const sent: Readonly<Record<string, unknown>> = { ...input, ...inner }
  const malformed = (field: string, rule: string): ContextFault => {
    const [name = ''] = field.split('/')
    return { fault: 'malformed', field: name in inner ? `context/${field}` : field, rule }
  }
  const { evidence_refs = [], candidate_atom = {} } = sent
  for (const name of single) {
    const value = sent[name]
    if (value !== undefined && !isReference(value)) return malformed(name, 'must be a reference')
  }
  if (!Array.isArray(evidence_refs) || !evidence_refs.every(isReference))
    return malformed('evidence_refs', 'must be an array of references')
  if (!isObject(candidate_atom)) return malformed('candidate_atom', 'must be a JSON object')
  const { kind, fields } = withoutNulls(candidate_atom)
  if (kind !== undefined && typeof kind !== 'string')
    return malformed('candidate_atom/kind', 'must be a JSON string')
  if (fields !== undefined && !isObject(fields))
    return malformed('candidate_atom/fields', 'must be a JSON object')
  const reference = (name: (typeof single)[number]): string => (sent[name] as Ref | undefined) ?? ''
  const context = {
    subject: reference('subject'),
    evidence_refs,
    candidate_atom: { kind: kind ?? '', fields: fields ?? {} },
    mandate: reference('mandate'),
    human_presence_receipt: reference('human_presence_receipt'),
    reality: reference('reality'),
  }
  return excessOf(context) ?? context
}

function isReference(value: unknown): value is Ref {
  return typeof value === 'string' && isRef(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Null is absence. */
function withoutNulls(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null))
}

/** The cost of a predicate is bounded for contexts within these bounds, and only for those. */
function excessOf(context: EvaluationContext): ContextFault | undefined {
  const queue: unknown[] = [context]
  for (let seen = 0; seen < queue.length; seen++) {
    const value = queue[seen]
    const inner = entriesOf(value)
    if (inner.length > limits.evaluationEntriesMax)
      return tooLarge(`a list or object has more than ${limits.evaluationEntriesMax} entries`)
    queue.push(...inner)
    if (queue.length > limits.evaluationValuesMax)
      return tooLarge(`it has more than ${limits.evaluationValuesMax} values`)
    if (typeof value === 'string' && value.length > limits.evaluationTextCharsMax)
      return tooLarge(`a text is longer than ${limits.evaluationTextCharsMax} characters`)
  }
  return undefined
}

function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isObject(value) ? Object.entries(value).flat() : []
}

function tooLarge(what: string): ContextFault {
  return { fault: 'too_large', detail: `The context is larger than an evaluation looks at: ${what}.` }
}

/** A context as CEL values: integers as such, objects as maps without a prototype. */
export function celValues(context: EvaluationContext): Record<string, unknown> {
  return Object.fromEntries(Object.entries(context).map(([name, value]) => [name, celValue(value)]))
}

function celValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(celValue)
  if (!isObject(value)) return value
  return new Map(Object.entries(value).map(([name, inner]) => [name, celValue(inner)]))
}
