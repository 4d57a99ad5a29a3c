import type { FastifyInstance } from 'fastify'
import type { Documents } from './documents.ts'
import type { Metrics } from './metrics.ts'
import { addPages } from './pages/routes.ts'

export interface DocumentOptions {
  readonly documents: Documents
  readonly metrics: Metrics
  readonly health: () => Promise<Readonly<Record<string, unknown>>>
  readonly ready: () => Promise<boolean>
}

const json = 'application/json; charset=utf-8'

/** Probes, the contract and its pages: documents rather than envelopes, open to anyone. */
export function addDocuments(
  app: FastifyInstance,
  { documents, metrics, health, ready }: DocumentOptions,
): void {
  app.get('/health', async (_, reply) => {
    const body = await health()
    return reply
      .code(body.ready === true ? 200 : 503)
      .type(json)
      .send(JSON.stringify(body))
  })

  app.get('/ready', async (_, reply) => {
    const isReady = await ready()
    return reply
      .code(isReady ? 200 : 503)
      .type(json)
      .send(JSON.stringify({ ready: isReady, production_admission: false }))
  })

  app.get('/version', async (_, reply) => reply.type(json).send(documents.version()))
  app.get('/v1/membrane/contract', async (_, reply) => reply.type(json).send(documents.contract()))
  app.get('/openapi.json', async (_, reply) => reply.type(json).send(documents.openApi()))

  app.get('/metrics', async (request, reply) => {
    if (/text\/plain|application\/openmetrics-text/.test(request.headers.accept ?? '')) {
      return reply.type(metrics.registry.contentType).send(await metrics.exposition())
    }
    return reply.type(json).send(JSON.stringify(await metrics.json()))
  })

  addPages(app)
}
