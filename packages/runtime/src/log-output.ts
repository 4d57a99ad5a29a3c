import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

const blockChars = 8192
const flushMs = 100
/** What may wait for an output that takes nothing, in characters; lines beyond it are lost, and counted. */
const waitingCharsMax = 4 * 1024 * 1024
/** How long the end of the process waits for an output that takes nothing. */
const endMs = 500
const pauseMs = 20

/**
 * An output for log lines: the lines of one turn of the event loop are joined, blocks are written once they are worth
 * a system call. What is left is written at the end of the process. Whatever becomes of the output (a full disk, a
 * reader that is gone or sleeps), the process goes on, and tells of the lines that were lost once it can.
 */
export function openLogOutput(fd: number = process.stdout.fd): DestinationStream {
  const lines = new Lines(fd)
  setInterval(() => lines.flush(), flushMs).unref()
  process.once('exit', () => lines.end())
  return lines
}

class Lines implements DestinationStream {
  readonly #fd: number
  #waiting = ''
  #lost = 0
  #unsent: Buffer | undefined
  #isPlanned = false
  #isWriting = false

  constructor(fd: number) {
    this.#fd = fd
  }

  write(line: string): void {
    if (this.#waiting.length > waitingCharsMax) {
      this.#lost++
      return
    }
    this.#waiting += line
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      if (this.#waiting.length >= blockChars) this.flush()
    })
  }

  flush(): void {
    if (this.#isWriting) return
    const block = this.#next()
    if (block === undefined) return
    this.#isWriting = true
    this.#unsent = undefined
    write(this.#fd, block, (error, written) => {
      this.#isWriting = false
      const rest = error === null ? block.subarray(written) : block
      this.#unsent = rest.length > 0 ? rest : undefined
      if (error === null && this.#waiting.length >= blockChars) this.flush()
    })
  }

  end(): void {
    const deadline = performance.now() + endMs
    for (let block = this.#next(); block !== undefined; block = this.#next()) {
      try {
        this.#unsent = block.subarray(writeSync(this.#fd, block))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > deadline) return
        this.#unsent = block
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
      }
    }
  }

  #next(): Buffer | undefined {
    if (this.#unsent !== undefined && this.#unsent.length > 0) return this.#unsent
    if (this.#waiting === '') return undefined
    const told = this.#lost === 0 ? '' : `{"level":40,"lost":${this.#lost},"msg":"log lines were lost"}\n`
    const block = Buffer.from(this.#waiting + told)
    this.#waiting = ''
    this.#lost = 0
    return block
  }
}
