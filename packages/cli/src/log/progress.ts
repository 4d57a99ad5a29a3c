import type { Io } from '../io.ts'

const width = 30
/** What is done sooner needs no bar. */
const patienceMs = 1000

/** A bar on standard error, redrawn in place; nothing where that is no terminal, or in the first second. */
export function progressBar(io: Pick<Io, 'stderr' | 'isTTY' | 'now'>, what: string) {
  const startedMs = io.now()
  let drawn = ''
  return {
    show(done: number, total: number): void {
      if (!io.isTTY || io.now() - startedMs < patienceMs) return
      const share = total === 0 ? 1 : Math.min(1, done / total)
      const filled = Math.round(share * width)
      const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
      const line = `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${done}/${total} ${what}`
      if (line === drawn) return
      io.stderr.write(`\r${line}`)
      drawn = line
    },
    end(): void {
      if (drawn !== '') io.stderr.write('\n')
      drawn = ''
    },
  }
}
