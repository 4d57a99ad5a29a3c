import { Type, type TSchema } from 'typebox'
import { refusalBodySchema, envelopeSchema, receiptSchema } from '../envelope.ts'
import type { Field } from '../field.ts'
import type { Operation } from '../operation.ts'
import { refPattern } from '../refs.ts'
import { describeRule, type Rule } from '../rules.ts'

/** A request field as JSON Schema 2020-12, its rule included. */
function fieldSchema(field: Field): Record<string, unknown> {
  const { rule, schema } = field
  const description = rule.is === 'any' ? {} : { description: describeRule(rule) }
  return { ...plain(schema), ...ruleSchema(rule), ...description }
}

function ruleSchema(rule: Rule): Record<string, unknown> {
  switch (rule.is) {
    case 'ref':
      return { pattern: refPatternOf(rule) }
    case 'refs':
      return { items: { type: 'string', pattern: refPattern.source } }
    case 'text':
      return { minLength: 1 }
    case 'hash':
      return { pattern: '^sha256:\\S' }
    case 'hashes':
      return { items: { type: 'string', pattern: '^sha256:\\S' } }
    case 'sha256':
      return { pattern: '^sha256:[0-9a-f]{64}$' }
    case 'integer':
      return { type: 'integer', minimum: rule.min, maximum: rule.max }
    case 'one_of':
      return { enum: rule.values }
    case 'must_be_true':
      return { const: true }
    case 'must_be_false':
      return { const: false }
    case 'must_be_absent':
      return { type: 'null' }
    default:
      return {}
  }
}

function refPatternOf({ kind, prefix }: Extract<Rule, { is: 'ref' }>): string {
  if (prefix !== undefined) return `^${prefix}\\S+$`
  return kind === undefined ? refPattern.source : `^${kind}:\\S+$`
}

/** The request of an operation as one object schema. */
export function requestSchema({ request }: Operation): Record<string, unknown> {
  const fields = Object.entries(request)
  return {
    type: 'object',
    required: fields
      .filter(([, field]) => field.required || field.judged === 'required')
      .map(([name]) => name),
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
  }
}

/** The body of an operation's own answer. */
export function responseSchema({ response }: Operation): Record<string, unknown> {
  return plain(Type.Object({ ...response }))
}

/** The schemas that all answers share. */
export const sharedSchemas: Readonly<Record<string, Record<string, unknown>>> = {
  Envelope: plain(envelopeSchema),
  Receipt: plain(receiptSchema),
  RefusalBody: plain(refusalBodySchema),
}

function plain(schema: TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
}
