/** When a call is tried again. */
export interface RetrySettings {
  /** The first wait is anything up to this; each further one up to twice the last. */
  readonly baseMs: number
  /** The longest wait. A server that asks for more gets its refusal handed to the caller. */
  readonly maxMs: number
  /** From 0 up to 1. */
  readonly random: () => number
}

/**
 * How long to wait before a further try: what the server asked for, and on top a random part of a bound that
 * doubles, so that callers who failed together do not return together. Null: do not wait that long.
 */
export function waitBefore(
  retry: number,
  retryAfterMs: number | null,
  { baseMs, maxMs, random }: RetrySettings,
): number | null {
  const asked = retryAfterMs ?? 0
  if (asked > maxMs) return null
  return asked + Math.floor(random() * Math.min(maxMs, baseMs * 2 ** retry))
}

/** `Retry-After` (RFC 9110 §10.2.3) in milliseconds: seconds, or a date. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs)
}

/** Waits; an abort ends the wait and throws the signal's reason. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
