import { createHmac } from 'node:crypto'

const secretPrefix = 'whsec_'

/** The secret as receivers are given it (Standard Webhooks, "Signature scheme"). */
export function formatSecret(key: Uint8Array): string {
  return `${secretPrefix}${Buffer.from(key).toString('base64')}`
}

/** The key of a `whsec_` secret of 24 to 64 bytes; undefined where it is not one. */
export function parseSecret(secret: string): Uint8Array | undefined {
  if (!secret.startsWith(secretPrefix)) return undefined
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return key.length >= 24 && key.length <= 64 && formatSecret(key) === secret ? key : undefined
}

/**
 * The headers of one message: HMAC-SHA256 over id, time in seconds and body, joined by full stops. The id must hold
 * no full stop, and stands for the message however often it is sent.
 */
export function signMessage(
  key: Uint8Array,
  id: string,
  nowMs: number,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
