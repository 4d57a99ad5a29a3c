/** RFC 3339 in UTC with milliseconds, the form of every time here. */
const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

let lastMs = 0
let last = new Date(lastMs).toISOString()

/**
 * Milliseconds since the epoch in RFC 3339, UTC, with milliseconds. The last one is remembered: a busy server asks
 * for the same millisecond many times, and formatting it costs more than all else that is done with it.
 */
export function formatInstant(ms: number): string {
  if (ms !== lastMs) {
    last = new Date(ms).toISOString()
    lastMs = ms
  }
  return last
}

/** True for an instant that exists, in RFC 3339, UTC, with milliseconds. */
export function isInstant(value: unknown): value is string {
  if (value === last && last.length === 24) return true
  if (typeof value !== 'string' || !FORM.test(value)) return false
  const ms = Date.parse(value)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value
}
