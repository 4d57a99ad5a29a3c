import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ScriptedServer extends AsyncDisposable {
  readonly url: string
  /** The requests so far. */
  readonly seen: Seen[]
}

/** A server that answers the first request with the first step, and so on; the last step answers the rest. */
export async function scriptedServer(
  ...steps: readonly ((response: ServerResponse) => void)[]
): Promise<ScriptedServer> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      seen.push({ method: request.method!, url: request.url!, headers: request.headers, body })
      steps[Math.min(seen.length, steps.length) - 1]!(response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** An envelope as a step. */
export function answers(status: number, outcome: string, body: object, headers: Record<string, string> = {}) {
  return (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    const receipt = { ref: 'receipt:scripted', outcome, reasons: ['scripted'], fixture: true }
    response.end(JSON.stringify({ operation: 'standing.claim', outcome, fixture: true, body, receipt }))
  }
}

/** A refusal as a step. */
export function refuses(
  status: number,
  code: string,
  rest: object = {},
  headers: Record<string, string> = {},
) {
  return answers(status, 'refused', { refusal_code: code, detail: code, retryable: false, ...rest }, headers)
}
