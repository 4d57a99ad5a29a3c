export const ORIGIN_BYTES_MAX = 200

/**
 * True for the origins that a log of this project may have: 1 to 200 characters of lower-case ASCII without
 * space, plus, quote, backslash and control characters. JSON and signed notes write them as they are.
 */
export function isOrigin(origin: string): boolean {
  return /^[!#-*,-@[\]-~]{1,200}$/.test(origin)
}

/** Whose log an origin names, `<host>/t/<id>`, and its epoch; undefined where it has no epoch at its end. */
export function parseOrigin(origin: string): { readonly log: string; readonly epoch: number } | undefined {
  const match = /^(.+)\/([1-9]\d{0,8})$/.exec(origin)
  return match && isOrigin(origin) ? { log: match[1]!, epoch: Number(match[2]) } : undefined
}
