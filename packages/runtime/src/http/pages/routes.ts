import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { scriptedPagePolicy, scriptPath } from './docs-style.ts'
import { pagePolicy } from './page.ts'

/** Pages for people. What they are made of is loaded when it is first asked for: the start does not wait for it. */
export function addPages(app: FastifyInstance): void {
  const sendPage = (reply: FastifyReply, page: string, policy = pagePolicy): FastifyReply =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .send(page)

  app.get('/docs', async (_, reply) => {
    const { renderDocsPage } = await import('./docs-page.ts')
    return sendPage(reply, renderDocsPage(), scriptedPagePolicy)
  })

  app.get('/docs/operations/:name', async (request, reply) => {
    const { renderOperationPage } = await import('./operation-page.ts')
    const page = renderOperationPage((request.params as { readonly name: string }).name)
    return page === undefined ? reply.callNotFound() : sendPage(reply, page, scriptedPagePolicy)
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
