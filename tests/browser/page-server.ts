import { readFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'

const html = 'text/html; charset=utf-8'
const script = 'text/javascript; charset=utf-8'

/** What a page is made of. */
export interface Site {
  readonly html: string
  readonly script: string
}

/** The sign-in page that calls the interface by itself. */
export async function signInSite(): Promise<Site> {
  const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8')
  return { html: await read('page.html'), script: await read('page.js') }
}

/** Serves a page and its script (`/page.js`) on the loopback and hands its calls to a runtime: one origin for both. */
export class PageServer implements AsyncDisposable {
  readonly origin: string
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`
  }

  static async start(runtimeUrl: string, site: Site): Promise<PageServer> {
    const files = new Map([
      ['/', { text: site.html, type: html }],
      ['/page.js', { text: site.script, type: script }],
    ])
    const server = createServer((incoming, outgoing) => {
      const file = files.get(incoming.url!)
      if (file === undefined) return forward(runtimeUrl, incoming, outgoing)
      return outgoing.setHeader('content-type', file.type).end(file.text)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new PageServer(server)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

function forward(runtimeUrl: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const target = new URL(incoming.url!, runtimeUrl)
  const headers = { ...incoming.headers, host: target.host }
  const onward = request(target, { method: incoming.method!, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}
