import { documentRoutes, type DocumentRoute } from '../documents.ts'
import type { Operation } from '../operation.ts'
import { operationList } from '../operations.ts'
import { allCodes } from '../precedence.ts'
import { statusOf } from '../refusals.ts'
import { contractVersion } from '../version.ts'
import { methodName } from './method-name.ts'
import { requestSchema, responseSchema, sharedSchemas } from './schemas.ts'

type Json = Record<string, unknown>

const json = (schema: Json): Json => ({ 'application/json': { schema } })
const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** The contract as OpenAPI 3.1. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operationList) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: pathItem(operation),
    }
  }
  for (const route of documentRoutes) paths[route.path] = { get: documentItem(route) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Membrane',
      version: contractVersion,
      description: 'A staging runtime for rehearsing acts of authority. Production is closed.',
    },
    paths,
    components: {
      schemas: sharedSchemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function documentItem({ path, summary, media, bearer }: DocumentRoute): Json {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    summary,
    tags: ['documents'],
    ...(bearer ? { security: [{ bearer: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: { 200: { description: summary, content: { [media]: {} } } },
  }
}

function pathItem(operation: Operation): Json {
  const { name, summary, method, access, state } = operation
  const security = access === 'session' ? [{ bearer: [] }] : access === 'tenant' ? [{}, { bearer: [] }] : [{}]
  const input = method === 'POST' ? postInput(operation) : { parameters: parametersOf(operation) }
  return {
    operationId: methodName(name),
    summary,
    tags: [name.slice(0, name.indexOf('.'))],
    security,
    'x-operation': name,
    'x-access': access,
    'x-capability-state': state,
    ...input,
    responses: {
      200: { description: summary, content: answerContent(operation) },
      ...refusalResponses(operation),
    },
  }
}

function postInput(operation: Operation): Json {
  const content = { 'application/json': { schema: requestSchema(operation), example: operation.example } }
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255 },
  }
  return { parameters: [key], requestBody: { required: false, content } }
}

function parametersOf(operation: Operation): Json[] {
  const { properties, required } = requestSchema(operation) as {
    properties: Record<string, Json>
    required: string[]
  }
  return Object.entries(properties).map(([name, schema]) => {
    const inPath = operation.path.includes(`{${name}}`)
    return { name, in: inPath ? 'path' : 'query', required: inPath || required.includes(name), schema }
  })
}

function answerContent(operation: Operation): Json {
  const envelope = json(answerSchema(operation))
  const { plainText } = operation
  if (plainText === undefined) return envelope
  return { ...envelope, 'text/plain': { schema: { type: 'string', description: plainText } } }
}

function answerSchema(operation: Operation): Json {
  return {
    allOf: [reference('Envelope'), { type: 'object', properties: { body: responseSchema(operation) } }],
  }
}

function refusalResponses(operation: Operation): Record<string, Json> {
  const byStatus = new Map<number, string[]>()
  for (const code of allCodes(operation)) {
    const status = statusOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const refused = {
    allOf: [reference('Envelope'), { type: 'object', properties: { body: reference('RefusalBody') } }],
  }
  const entries = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    entries.map(([status, codes]) => [status, { description: codes.join(', '), content: json(refused) }]),
  )
}
