import type { FastifyInstance, FastifyReply } from 'fastify'
import type { renderDocuments } from './documents.ts'
import type { Metrics } from './metrics.ts'
import { pagePolicy } from './page.ts'

export interface DocumentOptions {
  readonly documents: ReturnType<typeof renderDocuments>
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

  app.get('/version', async (_, reply) => reply.type(json).send(documents.version))
  app.get('/v1/membrane/contract', async (_, reply) => reply.type(json).send(documents.contract))
  app.get('/openapi.json', async (_, reply) => reply.type(json).send(documents.openApi))

  app.get('/metrics', async (request, reply) => {
    if (/text\/plain|application\/openmetrics-text/.test(request.headers.accept ?? '')) {
      return reply.type(metrics.registry.contentType).send(await metrics.exposition())
    }
    return reply.type(json).send(JSON.stringify(await metrics.json()))
  })

  const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(page)

  app.get('/docs', async (_, reply) => sendPage(reply, documents.docs))

  // What explains the refusals is loaded when it is first asked for, so that the start does not wait for it.
  app.get('/docs/refusals', async (_, reply) => {
    const { renderRefusalIndex } = await import('./refusal-pages.ts')
    return sendPage(reply, renderRefusalIndex())
  })

  app.get('/docs/refusals/:code', async (request, reply) => {
    const { renderRefusalPage } = await import('./refusal-pages.ts')
    const page = renderRefusalPage((request.params as { readonly code: string }).code)
    return page === undefined ? reply.callNotFound() : sendPage(reply, page)
  })
}
