/** What a database URL says: the same database at one host or at several, of which one takes writes. */
export interface Target {
  /** A URL of a single host each, in the order given. */
  readonly urls: readonly string[]
}

const form = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)((?:\/[^?]*)?)(?:\?(.*))?$/

/**
 * Reads a libpq URL (PostgreSQL 18 §32.1.1.2), with several hosts too. The store writes, so it always asks for a
 * server that takes writes: `target_session_attrs` is `read-write` or `primary`, or left out.
 */
export function parseTarget(url: string): Target | undefined {
  const [, lead, hosts, database = '', query = ''] = form.exec(url) ?? []
  if (lead === undefined || hosts === undefined) return undefined
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get('target_session_attrs') ?? 'read-write'
  if (!['read-write', 'primary', 'any'].includes(wanted)) return undefined
  parameters.delete('target_session_attrs')
  const rest = parameters.size === 0 ? '' : `?${parameters.toString()}`
  const urls = hosts.split(',').map((host) => `${lead}${host}${database}${rest}`)
  return urls.every((single) => URL.canParse(single)) ? { urls } : undefined
}
