import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const program = join(import.meta.dirname, '../../packages/cli/src/main.ts')

/** A server in a process of its own, so that it can be killed. */
export class ServerProcess {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, url: string) {
    this.#child = child
    this.url = url
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const { PATH = '' } = process.env
    const child = spawn(process.execPath, [program, 'serve'], {
      env: { PATH, MEMBRANE_PORT: '0', MEMBRANE_LOG_LEVEL: 'silent', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /http:\/\/[^ ,]+/.exec(line)?.[0]
      if (url !== undefined) return new ServerProcess(child, url)
    }
    throw new Error('the server ended before it listened')
  }

  /** Nothing of the process gets to run again. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}
