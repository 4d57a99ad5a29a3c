import { pino, type DestinationStream } from 'pino'

const blockBytes = 8192
const flushMs = 100

/**
 * Standard output for log lines: the lines of one turn of the event loop are joined, blocks are written once they
 * are worth a system call. What is left is written at the end of the process.
 */
export function openLogOutput(): DestinationStream {
  const output = pino.destination({ sync: false, minLength: blockBytes, periodicFlush: flushMs })
  let lines = ''
  const join = (): void => {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  process.once('exit', () => {
    join()
    output.flushSync()
  })
  return {
    write(line) {
      if (lines === '') setImmediate(join)
      lines += line
    },
  }
}
