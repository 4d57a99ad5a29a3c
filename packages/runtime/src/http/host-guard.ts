import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

const loopbackName = /^(?:localhost|[^\s:/]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** Whether an address to listen on is the machine's own. */
export function isLoopback(host: string): boolean {
  if (isIP(host) === 6) return host === '::1'
  return host === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/**
 * Whether a request may reach an open runtime: it names the loopback, no page of elsewhere sent it, and it did not
 * come through a proxy. A page that rebinds a name of its own, one that posts a body that needs no permission, and a
 * proxy that forwards by mistake stay outside.
 */
export function isDirect(headers: IncomingHttpHeaders): boolean {
  if (!loopbackName.test(headers.host ?? '')) return false
  if (headers.origin !== undefined && !isLoopbackOrigin(headers.origin)) return false
  if (headers.forwarded !== undefined) return false
  return !Object.keys(headers).some((name) => name.startsWith('x-forwarded-'))
}

/** A page from a file or a sandbox has the origin `null`: nobody knows whose it is. */
function isLoopbackOrigin(origin: string): boolean {
  const [, host] = /^https?:\/\/(.+)$/i.exec(origin) ?? []
  return host !== undefined && loopbackName.test(host)
}
