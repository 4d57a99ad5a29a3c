export const ORIGIN_BYTES_MAX = 200

/**
 * True for the origins that a log of this project may have: 1 to 200 characters of lower-case ASCII without
 * space, plus, quote, backslash and control characters. JSON and signed notes write them as they are.
 */
export function isOrigin(origin: string): boolean {
  return /^[!#-*,-@[\]-~]{1,200}$/.test(origin)
}
