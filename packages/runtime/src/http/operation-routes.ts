import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operationList, type Operation, type OperationName } from '@membrane/contract'
import type { Admit } from '../admission/pipeline.ts'
import type { Answer } from '../admission/respond.ts'
import { createArrivals } from './arrivals.ts'
import { parseBody } from './body.ts'
import type { CeremonyGuard } from './ceremony-guard.ts'
import { bearerOf, isJson } from './headers.ts'
import { plainTextOf } from './plain-text.ts'
import { readParameters } from './query.ts'
import { send, type Refuse } from './reply.ts'

export interface OperationRouteOptions {
  readonly admit: Admit
  /** Slows ceremonies down; absent on the loopback. */
  readonly ceremonyGuard?: CeremonyGuard | undefined
  readonly refuse: Refuse
}

/** A route for every operation of the contract. Calls that arrive together are admitted together. */
export function addOperations(app: FastifyInstance, options: OperationRouteOptions): void {
  const arrivals = createArrivals()
  for (const operation of operationList) {
    const name = operation.name as OperationName
    const answer =
      operation.method === 'GET' ? createRead(operation, options) : createWrite(operation, options)
    app.route({
      method: operation.method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { operation: name },
      handler: async (request, reply) => {
        await arrivals()
        const answered = await answer(request)
        return send(request, reply, answered, plainTextOf(name, answered, request.headers.accept))
      },
    })
  }
}

type Answering = (request: FastifyRequest) => Promise<Answer>

function createRead(operation: Operation, { admit }: OperationRouteOptions): Answering {
  return async ({ headers, query, params }) => {
    const body = readParameters(operation, query as Parameters, params as Parameters)
    const bearer = bearerOf(headers.authorization)
    return admit(operation.name as OperationName, { body, bearer, idempotencyKey: undefined })
  }
}

function createWrite(
  operation: Operation,
  { admit, ceremonyGuard, refuse }: OperationRouteOptions,
): Answering {
  const name = operation.name as OperationName
  return async (request) => {
    const { headers, ip } = request
    const bytes = request.body as Buffer | undefined
    if (bytes?.length && !isJson(headers['content-type']))
      return refuse('media_type_unsupported', { operation: name })
    const parsed = parseBody(bytes)
    if ('malformed' in parsed) {
      const { malformed } = parsed
      const detail = `The body ${malformed.rule}.`
      return refuse('request_malformed', { operation: name, detail, facts: { fields: [malformed] } })
    }
    const { body } = parsed
    const wait = ceremonyGuard?.(operation, ip, body) ?? 0
    if (wait > 0)
      return refuse('ceremony_rate_limited', { operation: name, facts: { retry_after_seconds: wait } })
    const bearer = bearerOf(headers.authorization)
    const idempotencyKey = headers['idempotency-key'] as string | undefined
    return admit(name, { body, bearer, idempotencyKey })
  }
}

type Parameters = Readonly<Record<string, unknown>>
