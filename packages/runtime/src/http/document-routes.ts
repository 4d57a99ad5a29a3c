import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Documents } from './documents.ts'
import { scriptPath, triedPagePolicy } from './docs-style.ts'
import type { Metrics } from './metrics.ts'
import { pagePolicy } from './page.ts'

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

/** Pages for people. What they are made of is loaded when it is first asked for: the start does not wait for it. */
function addPages(app: FastifyInstance): void {
  const sendPage = (reply: FastifyReply, page: string, policy = pagePolicy): FastifyReply =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .send(page)

  app.get('/docs', async (_, reply) => {
    const { renderDocsPage } = await import('./docs-page.ts')
    return sendPage(reply, renderDocsPage(), triedPagePolicy)
  })

  app.get('/docs/operations/:name', async (request, reply) => {
    const { renderOperationPage } = await import('./operation-page.ts')
    const page = renderOperationPage((request.params as { readonly name: string }).name)
    return page === undefined ? reply.callNotFound() : sendPage(reply, page, triedPagePolicy)
  })

  app.get(scriptPath, async (_, reply) => {
    const script = await readFile(new URL('browser/docs.js', import.meta.url))
    return reply
      .type('text/javascript; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .send(script)
  })

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
