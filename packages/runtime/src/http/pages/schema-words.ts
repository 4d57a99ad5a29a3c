import type { Field, Rule } from '@membrane/contract'

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly pattern?: string
  readonly format?: string
}

/** What a JSON schema takes, in a few words: `reference`, `list of text`, `true`, `integer or null`. */
export function schemaWords(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf) return schema.anyOf.map(schemaWords).join(' or ')
  switch (schema.type) {
    case 'array':
      return schema.items?.type === undefined ? 'list' : `list of ${schemaWords(schema.items)}`
    case 'object':
      return objectWords(Object.keys(schema.properties ?? {}))
    case 'string':
      return stringWords(schema)
    default:
      return schema.type ?? 'anything'
  }
}

function objectWords(names: readonly string[]): string {
  return names.length === 0 ? 'object' : `{ ${names.join(', ')} }`
}

function stringWords({ pattern, format }: Schema): string {
  if (format === 'date-time') return 'time'
  return pattern === undefined ? 'text' : 'reference'
}

/** What a field of a request takes, in a few words: its rule where that says more than its JSON type. */
export function fieldWords({ rule, schema }: Field): string {
  return ruleWords(rule) ?? schemaWords(schema)
}

function ruleWords(rule: Rule): string | undefined {
  switch (rule.is) {
    case 'ref':
      return `reference ${rule.prefix ?? (rule.kind ? `${rule.kind}:` : '')}…`.replace(' …', '')
    case 'refs':
      return 'list of references'
    case 'hash':
      return 'hash sha256:…'
    case 'hashes':
      return 'list of hashes sha256:…'
    case 'sha256':
      return 'sha256: and 64 hex digits'
    case 'integer':
      return integerWords(rule)
    case 'one_of':
      return rule.values.map((value) => `"${value}"`).join(' or ')
    case 'must_be_true':
      return 'true'
    case 'must_be_false':
      return 'false, or absent'
    case 'must_be_absent':
      return 'never to be sent'
    default:
      return undefined
  }
}

function integerWords({ min, max }: Extract<Rule, { is: 'integer' }>): string {
  return max === Number.MAX_SAFE_INTEGER ? `integer, at least ${min}` : `integer, ${min} to ${max}`
}
