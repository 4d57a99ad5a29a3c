import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A webhook receiver on a port of its own, which keeps what arrives and answers as it is told. */
export class WebhookReceiver implements AsyncDisposable {
  readonly received: Received[] = []
  readonly url: string
  readonly port: number
  readonly #close: () => Promise<void>

  private constructor(port: number, received: Received[], close: () => Promise<void>) {
    this.port = port
    this.url = `http://127.0.0.1:${port}/in?from=membrane`
    this.received = received
    this.#close = close
  }

  static async start(answer: (response: ServerResponse, request: IncomingMessage) => void) {
    const received: Received[] = []
    const sockets = new Set<Socket>()
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += String(chunk)
      })
      request.on('end', () => {
        received.push({ headers: request.headers, body })
        answer(response, request)
      })
    })
    server.on('connection', (socket) => sockets.add(socket))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    return new WebhookReceiver(port, received, async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close()
  }
}
