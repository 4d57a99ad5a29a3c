import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './markdown.ts'

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

const runMsMax = 120_000

/**
 * A terminal in a reader's folder: what one block sets, the next one sees. Four programs stand in for those of the
 * machine; everything else is the machine's own.
 */
export class Shell {
  readonly #folder: string
  readonly #env: Readonly<Record<string, string>>
  readonly #background: ChildProcess[] = []

  constructor(folder: string, settings: Readonly<Record<string, string>>) {
    this.#folder = folder
    const bin = join(folder, '.bin')
    mkdirSync(bin)
    const outer = Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_|MEMBRANE_|NODE_TEST|NODE_OPTIONS|PORT$)/i.test(name),
    )
    const path = process.env.PATH ?? ''
    const programs = {
      // A call that is refused fails, as every other program that was refused would.
      curl: `exec env PATH='${path}' curl --fail-with-body "$@"`,
      npm: `exec env PATH='${path}' '${process.execPath}' '${join(import.meta.dirname, 'npm.ts')}' "$@"`,
      npx: `PATH='${join(root, 'node_modules/.bin')}':"$PATH" exec "$@"`,
    }
    for (const [name, line] of Object.entries(programs)) {
      writeFileSync(join(bin, name), `#!/bin/bash\n${line}\n`)
      chmodSync(join(bin, name), 0o755)
    }
    this.#env = {
      ...(Object.fromEntries(outer) as Record<string, string>),
      ...settings,
      PATH: [bin, path].join(delimiter),
    }
  }

  /** Runs a block to its end, or to the first command that fails. */
  async run(text: string): Promise<Ran> {
    const child = this.#start(text)
    const timer = setTimeout(() => stop(child), runMsMax)
    let [stdout, stderr] = ['', '']
    child.stdout!.setEncoding('utf8').on('data', (chunk) => (stdout += chunk))
    child.stderr!.setEncoding('utf8').on('data', (chunk) => (stderr += chunk))
    const [status] = (await once(child, 'close')) as [number | null]
    clearTimeout(timer)
    return { status, stdout, stderr }
  }

  /** Starts what runs on, and answers its first line. */
  async runOn(text: string): Promise<string> {
    const child = this.#start(text)
    this.#background.push(child)
    child.stderr!.pipe(process.stderr)
    for await (const line of createInterface(child.stdout!)) return line
    throw new Error(`it ended before it said a line: ${text}`)
  }

  async end(): Promise<void> {
    for (const child of this.#background) {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined
      stop(child)
      await ended
    }
  }

  #start(text: string): ChildProcess {
    const state = join(this.#folder, '.state')
    const before = existsSync(state) ? `. '${state}'\n` : ''
    const script = `set -euo pipefail\n${before}set -a\n${text}\nset +a\nexport -p > '${state}'\n`
    return spawn('bash', ['-c', script], {
      cwd: this.#folder,
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
}

/** Ends a program and those that it started. */
function stop(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM')
}

/** Whether the machine has a program. */
export function hasProgram(name: string): boolean {
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.some((folder) => existsSync(join(folder, name)))
}
