import { readFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'

const files: Readonly<Record<string, readonly [string, string]>> = {
  '/': ['page.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
}

/** Serves the sign-in page on the loopback and hands its calls to a runtime: one origin for both. */
export class PageServer implements AsyncDisposable {
  readonly origin: string
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`
  }

  static async start(runtimeUrl: string): Promise<PageServer> {
    const server = createServer((incoming, outgoing) => {
      const file = files[incoming.url!]
      if (file === undefined) return forward(runtimeUrl, incoming, outgoing)
      void readFile(join(import.meta.dirname, file[0])).then((bytes) => {
        outgoing.setHeader('content-type', file[1])
        outgoing.end(bytes)
      })
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
