import { commands } from '../commands.ts'
import type { ExitCode } from '../command.ts'
import type { Io } from '../io.ts'
import { run } from '../run.ts'

export interface Ran {
  readonly code: ExitCode
  readonly out: string
  readonly err: string
}

/** Runs a command line in this process; what it would have printed comes back. */
export async function membrane(line: string | readonly string[], rest: Partial<Io> = {}): Promise<Ran> {
  let out = ''
  let err = ''
  const io: Io = {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    stdin: async () => '',
    env: {},
    isTTY: false,
    paint: (_, text) => text,
    now: () => 0,
    sleep: async () => undefined,
    ...rest,
  }
  const argv = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line
  const code = await run(commands, argv, io)
  return { code, out, err }
}

/** A clock on which everything takes long. */
export function slowClock(): () => number {
  let ms = 0
  return () => (ms += 60_000)
}
