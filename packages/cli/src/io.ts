import { styleText } from 'node:util'
import type { MembraneOptions } from '@membrane/client'

/** The formats of a line on a terminal. */
export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan'

export interface Sink {
  write(text: string): unknown
}

/** Everything that a command touches outside itself; tests put their own in its place. */
export interface Io {
  readonly stdout: Sink
  readonly stderr: Sink
  /** Reads standard input to its end. */
  readonly stdin: () => Promise<string>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether standard error is a terminal: progress is shown there and nowhere else. */
  readonly isTTY: boolean
  /** Colours a text where standard output is a terminal that wants colours. */
  readonly paint: (style: Style, text: string) => string
  /** Milliseconds, from any beginning. */
  readonly now: () => number
  /** How a client waits between two tries; without it, on a timer. */
  readonly sleep?: MembraneOptions['sleep']
}

/** The process's own. */
export function processIo(): Io {
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: readStdin,
    env: process.env,
    isTTY: process.stderr.isTTY,
    paint: (style, text) => styleText(style, text, { stream: process.stdout }),
    now: () => performance.now(),
  }
}

async function readStdin(): Promise<string> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) text += chunk as string
  return text
}

/** Writes one line. */
export function say(sink: Sink, line: string): void {
  sink.write(`${line}\n`)
}

/** Writes one machine-readable line. */
export function sayJson(sink: Sink, value: unknown): void {
  sink.write(`${JSON.stringify(value)}\n`)
}
