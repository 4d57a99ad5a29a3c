import type { Io } from '../io.ts'

const width = 30

/** A bar on standard error, redrawn in place; nothing where that is no terminal. */
export function progressBar(io: Pick<Io, 'stderr' | 'isTTY'>, what: string) {
  let drawn = ''
  return {
    show(done: number, total: number): void {
      if (!io.isTTY) return
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
