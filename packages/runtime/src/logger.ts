import { pino, type Logger } from 'pino'
import { formatInstant } from '@membrane/ledger'
import { openLogOutput } from './log-output.ts'

/** JSON lines on standard output. */
export function createLogger(level: string): Logger {
  const timestamp = (): string => `,"time":"${formatInstant(Date.now())}"`
  return pino({ level, base: null, timestamp, serializers: { err: describeError } }, openLogOutput())
}

/** Causes are logged by name, code, message and stack: errors of drivers carry parameters beside them. */
function describeError(error: Error & { code?: string }): Record<string, unknown> {
  const { name, code, message, stack } = error
  return { name, code, message, stack }
}
