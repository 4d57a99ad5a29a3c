import { readFileSync, writeFileSync } from 'node:fs'
import { benchDurable } from './durable.ts'
import { benchCapabilities } from './capabilities.ts'
import { benchGrowth } from './growth.ts'
import { machine } from './harness.ts'
import { benchHttp } from './http.ts'
import { benchLog } from './log.ts'
import { benchMemory } from './memory.ts'
import { benchSignIn } from './sign-in.ts'
import { benchRestore } from './restore.ts'
import { benchRealities } from './realities.ts'
import { benchStart } from './start.ts'

/**
 * Runs the benches named on the command line, or all of them, and writes each section to `bench/results.md` in the
 * place of its last figures.
 */
const benches: Readonly<Record<string, () => Promise<string>>> = {
  http: benchHttp,
  durable: benchDurable,
  growth: benchGrowth,
  log: benchLog,
  start: benchStart,
  memory: benchMemory,
  'sign-in': benchSignIn,
  realities: benchRealities,
  capabilities: benchCapabilities,
  restore: benchRestore,
}

const file = new URL('results.md', import.meta.url)
const named = process.argv.slice(2)
const sections = readSections()
for (const [name, bench] of Object.entries(benches)) {
  if (named.length > 0 && !named.includes(name)) continue
  const text = `<!-- ${name} -->\n${await bench()}\n_${machine()}; ${new Date().toISOString().slice(0, 10)}._\n`
  process.stdout.write(`${text}\n`)
  sections.set(name, text)
  writeFileSync(file, render())
}

function readSections(): Map<string, string> {
  try {
    const parts = readFileSync(file, 'utf8')
      .split(/(?=^<!-- [\w-]+ -->$)/m)
      .slice(1)
    return new Map(parts.map((part) => [/^<!-- ([\w-]+)/.exec(part)![1]!, part]))
  } catch {
    return new Map()
  }
}

function render(): string {
  const head = `# Measurements\n\nWritten by \`npm run bench\`. Ratios compare within one run on one machine; the machines are noisy.\n\n`
  return (
    head +
    Object.keys(benches)
      .flatMap((name) => sections.get(name) ?? [])
      .join('\n')
  )
}
