import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { noOperation, type OperationName, type RefusalCode } from '@membrane/contract'
import type { Entropy } from '../admission/ids.ts'
import type { Answer } from '../admission/respond.ts'
import { StoreUnavailableError } from '../store/port.ts'
import { addDocuments, type DocumentOptions } from './document-routes.ts'
import { traceparentOf } from './headers.ts'
import { isDirect } from './host-guard.ts'
import { addLogRoutes, type LogDocuments } from './log-routes.ts'
import type { Metrics } from './metrics.ts'
import { addOperations, type OperationRouteOptions } from './operation-routes.ts'
import { badRequest, createRefuse, send } from './reply.ts'

export interface ServerOptions extends DocumentOptions, Omit<OperationRouteOptions, 'refuse'> {
  readonly clock: () => number
  readonly entropy: Entropy
  readonly logger: Logger
  readonly metrics: Metrics
  readonly logDocuments: LogDocuments
  readonly bodyLimitBytes: number
  /** Whether only direct loopback requests are answered (`host_not_allowed`). */
  readonly directOnly: boolean
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

/** The HTTP side: every route of the table, every failure an envelope, one log line per request. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { clock, entropy } = options
  const refuse = createRefuse(clock, entropy)
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
    send(request, reply, refuse(code, { operation: operationOf(request) }))
  })

  app.addHook('onResponse', (request, reply, done) => {
    const ms = performance.now() - request.startedAt
    const { answer } = request
    const outcome = answer?.outcome ?? 'document'
    options.metrics.ended(operationOf(request), outcome, answer?.refusal ?? null, ms / 1000)
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
    return send(request, reply, refuse(code, { operation: operationOf(request), detail }))
  })

  addOperations(app, { ...options, refuse })
  addDocuments(app, options)
  addLogRoutes(app, { ...options.logDocuments, clock, refuse })
  return app
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
    traceparent: traceparentOf(request.headers.traceparent),
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
