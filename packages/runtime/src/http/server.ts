import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import {
  noOperation,
  operationList,
  type Operation,
  type OperationName,
  type RefusalCode,
} from '@membrane/contract'
import { formatInstant } from '@membrane/ledger'
import type { Entropy } from '../admission/ids.ts'
import type { Admit } from '../admission/pipeline.ts'
import { refusalAnswer, type Answer } from '../admission/respond.ts'
import { StoreUnavailableError } from '../store/port.ts'
import { createArrivals } from './arrivals.ts'
import { parseBody } from './body.ts'
import type { CeremonyGuard } from './ceremony-guard.ts'
import { isDirect } from './host-guard.ts'
import type { Metrics } from './metrics.ts'
import { addDocuments, type DocumentOptions } from './document-routes.ts'
import { addLogRoutes, type LogDocuments } from './log-routes.ts'
import { plainTextOf } from './plain-text.ts'
import { readParameters } from './query.ts'

export interface ServerOptions extends DocumentOptions {
  readonly admit: Admit
  readonly clock: () => number
  readonly entropy: Entropy
  readonly logger: Logger
  readonly metrics: Metrics
  readonly logDocuments: LogDocuments
  readonly bodyLimitBytes: number
  /** Whether only direct loopback requests are answered (`host_not_allowed`). */
  readonly directOnly: boolean
  /** Slows ceremonies down; absent on the loopback. */
  readonly ceremonyGuard?: CeremonyGuard | undefined
  /** Whether the server has begun to stop. */
  readonly stopping: () => boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    startedAt: number
    /** Set once answered: what the log line and the metrics say. */
    answer: Answer | null
  }
  interface FastifyContextConfig {
    /** The operation that the route belongs to; documents and unknown routes have none. */
    operation?: OperationName
  }
}

/** The HTTP side: every route of the table, every failure an envelope, one log line a request. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { clock, entropy } = options
  const app = Fastify({
    bodyLimit: options.bodyLimitBytes,
    genReqId: () => entropy.id(clock()),
    return503OnClosing: false,
    clientErrorHandler: (_, socket) => {
      if (socket.writable) socket.end(badRequest(refuse('request_malformed'), entropy.id(clock())))
    },
    frameworkErrors: (error, request, reply) => {
      reply.header('membrane-request-id', request.id)
      send(request, reply, refuse(blocked(request, options) ?? codeOf(error)))
    },
  })

  function refuse(
    code: RefusalCode,
    detail?: string,
    facts: object = {},
    operation: string = noOperation,
  ): Answer {
    const now = clock()
    const context = { operation, id: entropy.id(now), issuedAt: formatInstant(now), detail }
    return refusalAnswer(code, { ...context, facts: facts as Readonly<Record<string, unknown>> })
  }

  app.decorateRequest('startedAt', 0)
  app.decorateRequest('answer', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    options.metrics.started()
    reply.header('membrane-request-id', request.id)
    const code = blocked(request, options)
    if (code === undefined) return done()
    if (code === 'shutting_down') reply.header('connection', 'close')
    send(request, reply, refuse(code, undefined, {}, operationOf(request)))
  })

  app.addHook('onResponse', (request, reply, done) => {
    const ms = performance.now() - request.startedAt
    const { answer } = request
    const operation = operationOf(request)
    const outcome = answer?.outcome ?? 'document'
    options.metrics.ended(operation, outcome, answer?.refusal ?? null, ms / 1000)
    options.logger.info(lineOf(request, reply.statusCode, ms))
    done()
  })

  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(app, request.url)
    if (allowed.length === 0 || allowed.includes(request.method))
      return send(request, reply, refuse('route_unknown'))
    reply.header('allow', allowed.join(', '))
    return send(request, reply, refuse('method_not_allowed'))
  })

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const code = codeOf(error)
    if (code === 'internal_error') options.logger.error({ request_id: request.id, err: error })
    const detail = code === 'payload_too_large' ? `The limit is ${options.bodyLimitBytes} bytes.` : undefined
    return send(request, reply, refuse(code, detail, {}, operationOf(request)))
  })

  const arrivals = createArrivals()
  for (const operation of operationList) addOperation(app, operation, { ...options, arrivals }, refuse)
  addDocuments(app, options)
  addLogRoutes(app, { ...options.logDocuments, clock, bearerOf, refuse, send })
  return app
}

function addOperation(
  app: FastifyInstance,
  operation: Operation,
  options: ServerOptions & { readonly arrivals: () => Promise<void> },
  refuse: (code: RefusalCode, detail?: string, facts?: object, operation?: string) => Answer,
): void {
  const { admit, arrivals } = options
  const name = operation.name as OperationName
  const url = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')

  async function answer(request: FastifyRequest): Promise<Answer> {
    const bearer = bearerOf(request.headers.authorization)
    if (operation.method === 'GET') {
      const body = readParameters(
        operation,
        request.query as object as Record<string, unknown>,
        request.params as Record<string, unknown>,
      )
      return admit(name, { body, bearer, idempotencyKey: undefined })
    }
    const bytes = request.body as Buffer | undefined
    if (bytes?.length && !isJson(request.headers['content-type']))
      return refuse('media_type_unsupported', undefined, {}, name)
    const parsed = parseBody(bytes)
    if ('malformed' in parsed) {
      const { malformed } = parsed
      return refuse('request_malformed', `The body ${malformed.rule}.`, { fields: [malformed] }, name)
    }
    const wait = options.ceremonyGuard?.(operation, request.ip, parsed.body) ?? 0
    if (wait > 0) return refuse('ceremony_rate_limited', undefined, { retry_after_seconds: wait }, name)
    const idempotencyKey = request.headers['idempotency-key'] as string | undefined
    return admit(name, { body: parsed.body, bearer, idempotencyKey })
  }

  app.route({
    method: operation.method,
    url,
    config: { operation: name },
    handler: async (request, reply) => {
      await arrivals()
      const answered = await answer(request)
      return send(request, reply, answered, plainTextOf(name, answered, request.headers.accept))
    },
  })
}

/** What the log says of a request: never a body, a token, an address or a user agent. */
function lineOf(request: FastifyRequest, status: number, ms: number) {
  return {
    request_id: request.id,
    operation: operationOf(request),
    outcome: request.answer?.outcome ?? 'document',
    refusal_code: request.answer?.refusal ?? undefined,
    status,
    ms: Math.round(ms * 1000) / 1000,
    traceparent: traceparentOf(request),
  }
}

function operationOf(request: FastifyRequest): string {
  return request.routeOptions.config.operation ?? noOperation
}

function blocked(
  { headers }: FastifyRequest,
  { directOnly, stopping }: ServerOptions,
): RefusalCode | undefined {
  if (stopping()) return 'shutting_down'
  return directOnly && !isDirect(headers) ? 'host_not_allowed' : undefined
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer, text?: string): FastifyReply {
  request.answer = answer
  reply.code(answer.status)
  reply.header('content-type', `${text === undefined ? 'application/json' : 'text/plain'}; charset=utf-8`)
  reply.header('membrane-receipt', answer.receipt)
  if (answer.status === 401)
    reply.header('www-authenticate', `Bearer realm="membrane", error="${answer.refusal}"`)
  if (answer.retryAfterSeconds !== null) reply.header('retry-after', String(answer.retryAfterSeconds))
  if (answer.replayed) reply.header('idempotency-replayed', 'true')
  return reply.send(text ?? JSON.stringify(answer.envelope))
}

/** A transport failure as a code; what the runtime does not know is its own fault. */
function codeOf(error: FastifyError): RefusalCode {
  if (error instanceof StoreUnavailableError) return 'store_unavailable'
  const { statusCode, code } = error
  if (statusCode === 413) return 'payload_too_large'
  if (statusCode === 415) return 'media_type_unsupported'
  if (statusCode === 404 || code === 'FST_ERR_BAD_URL') return 'route_unknown'
  return statusCode === 400 ? 'request_malformed' : 'internal_error'
}

function allowedMethods(app: FastifyInstance, url: string): string[] {
  const path = url.split('?')[0]!
  return ['GET', 'HEAD', 'POST'].filter((method) => app.findRoute({ method, url: path }) !== null)
}

/** The token of an Authorization header; a header of another scheme is a token that nobody issued. */
function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  return /^bearer +(\S+) *$/i.exec(header)?.[1] ?? ''
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json(?:\s*;|\s*$)/i.test(contentType ?? '')
}

function traceparentOf(request: FastifyRequest): string | undefined {
  const header = request.headers.traceparent
  return typeof header === 'string' && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(header)
    ? header
    : undefined
}

/** An answer to bytes that were no request. */
function badRequest(answer: Answer, requestId: string): string {
  const json = JSON.stringify(answer.envelope)
  return [
    'HTTP/1.1 400 Bad Request',
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(json)}`,
    `membrane-receipt: ${answer.receipt}`,
    `membrane-request-id: ${requestId}`,
    '',
    json,
  ].join('\r\n')
}
