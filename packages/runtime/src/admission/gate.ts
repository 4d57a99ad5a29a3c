import {
  describeRule,
  guardedCodes,
  refusalOf,
  satisfies,
  type Field,
  type Operation,
  type RefusalCode,
} from '@membrane/contract'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { refuse, type Refused } from './decision.ts'
import { walkBody } from './walk.ts'

/** A guard that did not hold. `field` is null where the contract does not know the name. */
interface Failure {
  readonly code: RefusalCode
  readonly field: string | null
  readonly rule: string
}

/** Guards and decoding of one operation, prepared once from its contract. */
export interface Gate {
  /** The declared fields of a body that passes: absent ones are left out, unknown ones dropped. */
  pass(
    body: Record<string, unknown>,
  ): { readonly input: Record<string, unknown> } | { readonly refusal: Refused<RefusalCode> }
}

/** How many places a refusal lists. */
const pathsMax = 20

const forbiddenFlags: readonly (readonly [string, RefusalCode])[] = [
  ['contains_customer_data', 'customer_data_forbidden'],
  ['contains_biometric_material', 'biometric_material_forbidden'],
]

/** Reads the guards of an operation out of its contract. The first failing code in its order is the answer. */
export function createGate(operation: Operation): Gate {
  const declared = operation.request
  const fields = Object.entries(declared)
  const precedence = guardedCodes(operation)
  const opaque = new Set(fields.filter(([, field]) => field.kept === 'nothing').map(([name]) => name))
  const rawCode = operation.rawCode ?? 'raw_material_refused'
  const types = Compile(transportSchema(operation))

  function checkBody(body: Record<string, unknown>, failures: Failure[]): void {
    const known = (name: string): string | null => (Object.hasOwn(declared, name) ? name : null)
    const { malformed, raw } = walkBody(body, declared, opaque)
    if (malformed !== undefined) {
      failures.push({ code: 'request_malformed', field: known(malformed.field), rule: malformed.rule })
    }
    for (const name of raw)
      failures.push({ code: rawCode, field: known(name), rule: 'must not hold raw material' })
    for (const [name, code] of forbiddenFlags) {
      if (known(name) === null && body[name] === true)
        failures.push({ code, field: name, rule: 'must not be true' })
    }
  }

  return {
    pass(body) {
      if (!types.Check(body)) return { refusal: illTyped(operation, types.Errors(body)) }
      const input: Record<string, unknown> = {}
      const failures: Failure[] = []
      for (const [name, field] of fields) {
        const value = Object.hasOwn(body, name) ? (body[name] ?? undefined) : undefined
        const failure = checkField(name, field, value)
        if (failure !== undefined) failures.push(failure)
        else if (value !== undefined) input[name] = value
      }
      if (operation.method === 'POST') checkBody(body, failures)
      return failures.length === 0 ? { input } : { refusal: firstOf(failures, precedence) }
    },
  }
}

/** JSON types only, null being absence: everything else has a code of its own. */
function transportSchema(operation: Operation) {
  const properties = Object.entries(operation.request).map(
    ([name, { schema }]) => [name, Type.Optional(Type.Union([schema, Type.Null()]))] as const,
  )
  return Type.Object(Object.fromEntries(properties))
}

interface TypeFailure {
  readonly instancePath: string
  readonly keyword: string
  readonly params: object
}

function illTyped(operation: Operation, errors: Iterable<TypeFailure>): Refused<RefusalCode> {
  const failed = [...new Set([...errors].filter(isOfValue).map(({ instancePath }) => instancePath))]
    .slice(0, pathsMax)
    .map((path) => ({ path, rule: typeRule(path, operation) }))
  const fields = failed.length > 0 ? failed : [{ path: '', rule: 'must be a JSON object' }]
  const code = operation.method === 'GET' ? 'query_malformed' : 'request_malformed'
  return refuse(code, `${fields[0]!.path} ${fields[0]!.rule}.`.trim(), { fields })
}

/** Each field may be null, so a failure to be null says nothing of the field. */
function isOfValue({ keyword, params }: TypeFailure): boolean {
  return keyword !== 'anyOf' && !('type' in params && params.type === 'null')
}

function typeRule(path: string, operation: Operation): string {
  const [, name = '', ...inner] = path.split('/')
  const type = jsonType(operation.request[name]?.schema)
  return inner.length > 0 ? `must be of the type that ${type} holds` : `must be ${type}`
}

function jsonType(schema: unknown): string {
  const { type, items } = (schema ?? {}) as { type?: string; items?: { type?: string } }
  if (type === 'array') return `an array of ${items?.type ?? 'value'}s`
  return type === undefined ? 'JSON' : `a JSON ${type}`
}

function checkField(name: string, field: Field, value: unknown): Failure | undefined {
  if (field.judged) return undefined
  if (value === undefined) {
    return field.required ? { code: field.absent, field: name, rule: 'must be sent' } : undefined
  }
  if (satisfies(field.rule, value)) return undefined
  const empty = value === '' && field.required && field.absent !== 'request_malformed'
  return { code: empty ? field.absent : field.malformed, field: name, rule: describeRule(field.rule) }
}

function firstOf(failures: readonly Failure[], precedence: readonly RefusalCode[]): Refused<RefusalCode> {
  const code = precedence.find((candidate) => failures.some((failure) => failure.code === candidate))
  if (code === undefined) throw new Error(`a guard answered an undeclared code: ${failures[0]?.code}`)
  const failed = failures.filter((failure) => failure.code === code)
  const { field, rule } = failed[0]!
  const detail = `${field === null ? 'A field that the contract does not know' : `/${field}`} ${rule}.`
  if (refusalOf(code).category !== 'request') return refuse(code, detail)
  return refuse(code, detail, {
    fields: failed.slice(0, pathsMax).map(({ field, rule }) => ({ path: pointer(field), rule })),
  })
}

/** A name that the contract does not know is the caller's own text: it is not repeated. */
function pointer(field: string | null): string {
  return field === null ? '' : `/${field}`
}
