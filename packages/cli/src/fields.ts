import { describeRule, type Field, type Operation } from '@membrane/contract'
import { UsageError, type Option, type Options, type Value } from './command.ts'

/** The JSON type of a field; none where any value will do. */
function typeOf({ schema }: Field): string | undefined {
  return (schema as { type?: string }).type
}

/** The fields of an operation as flags: `--standing_claim REF`. */
export function fieldOptions({ request }: Operation): Options {
  return Object.fromEntries(Object.entries(request).map(([name, field]) => [name, optionOf(field)]))
}

function optionOf(field: Field): Option {
  const rule = describeRule(field.rule)
  const summary = field.required ? `${rule} (required)` : rule
  const type = typeOf(field)
  const choices = field.rule.is === 'one_of' ? { choices: field.rule.values } : {}
  if (type === 'boolean') return { type, summary }
  if (type === 'array') return { type: 'string', multiple: true, value: 'VALUE', summary }
  return { type: 'string', summary, ...choices, value: placeholders[type ?? 'any'] ?? 'VALUE' }
}

const placeholders: Readonly<Record<string, string>> = { number: 'NUMBER', object: 'JSON', any: 'JSON|TEXT' }

/** A request from flags, each value read as its field's type. Rules beyond the type are the server's to judge. */
export function readFields(
  { request }: Operation,
  values: Readonly<Record<string, Value | undefined>>,
): Record<string, unknown> {
  const given = Object.entries(values).filter(([name]) => Object.hasOwn(request, name))
  return Object.fromEntries(given.map(([name, value]) => [name, readValue(name, request[name]!, value!)]))
}

function readValue(name: string, field: Field, value: Value): unknown {
  if (typeof value === 'boolean') return value
  const type = typeOf(field)
  if (typeof value !== 'string') return value.flatMap((text) => readEntries(name, field, text))
  if (type === 'string') return value
  if (type === 'number') {
    const number = Number(value)
    if (value.trim() !== '' && Number.isFinite(number)) return number
    throw new UsageError(`--${name} needs a number`)
  }
  const parsed = parseJson(value)
  if (parsed !== undefined) return parsed.json
  if (type === undefined) return value
  throw new UsageError(`--${name} needs JSON, such as '{"key": "value"}'`)
}

/** One entry of a list, or a JSON array of them. */
function readEntries(name: string, { schema }: Field, text: string): readonly unknown[] {
  const { items } = schema as { items?: { type?: string } }
  const parsed = text.startsWith('[') || items?.type !== 'string' ? parseJson(text) : { json: text }
  if (parsed === undefined) throw new UsageError(`--${name} needs JSON, such as '["one", "two"]'`)
  return Array.isArray(parsed.json) ? parsed.json : [parsed.json]
}

function parseJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
