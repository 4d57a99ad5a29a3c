import type { Context } from '../decision.ts'

/** The instant so many seconds after a call, RFC 3339: when what it makes ends. */
export function secondsAfter({ now }: Pick<Context, 'now'>, seconds: number): string {
  return new Date(now + seconds * 1000).toISOString()
}
