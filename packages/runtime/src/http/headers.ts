/** The token of an Authorization header; a header of another scheme is a token that nobody issued. */
export function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
}

export function isJson(contentType: string | undefined): boolean {
  return /^application\/json(?:\s*;|\s*$)/i.test(contentType ?? '')
}

/** A `traceparent` (W3C Trace Context) that is well-formed. */
export function traceparentOf(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined
  return /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(header) ? header : undefined
}
