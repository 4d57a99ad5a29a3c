import { Ajv2020 } from 'ajv/dist/2020.js'

const dialect = 'https://json-schema.org/draft/2020-12/schema'
const checker = new Ajv2020({ strict: false, logger: false })

/** What keeps a value from being a JSON Schema 2020-12; undefined where it is one. Nothing of it is compiled or run. */
export function schemaFault(schema: unknown): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return 'must be an object or a boolean'
  const { $schema = dialect } = schema as { readonly $schema?: unknown }
  if ($schema !== dialect) return 'must be of the dialect 2020-12'
  if (checker.validateSchema(schema) === true) return undefined
  return `is not a JSON Schema 2020-12: a value in it ${checker.errors?.[0]?.message ?? 'breaks its rules'}`
}
