import type { FastifyReply, FastifyRequest } from 'fastify'
import { noOperation, type RefusalCode } from '@membrane/contract'
import { formatInstant } from '@membrane/ledger'
import type { Entropy } from '../admission/ids.ts'
import { refusalAnswer, type Answer } from '../admission/respond.ts'

interface RefusalParts {
  /** The operation that the request was for; without it none. */
  readonly operation?: string
  readonly detail?: string | undefined
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Refuses a request that never reaches admission. */
export type Refuse = (code: RefusalCode, parts?: RefusalParts) => Answer

export function createRefuse(clock: () => number, entropy: Entropy): Refuse {
  return (code, { operation = noOperation, ...parts } = {}) => {
    const now = clock()
    return refusalAnswer(code, { operation, id: entropy.id(now), issuedAt: formatInstant(now), ...parts })
  }
}

/** Sends an answer as its envelope, or as `text` where it reads as a document. */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  text?: string,
): FastifyReply {
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

/** A whole response to bytes that were no request. */
export function badRequest(answer: Answer, requestId: string): string {
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
