import { refusalOf, registryEntries, type RegistryEntry } from '@membrane/contract'
import { command, UsageError } from '../command.ts'
import { explanation } from '../explanation.ts'
import { table } from '../help.ts'
import { say, sayJson } from '../io.ts'
import { nearest } from '../nearest.ts'

const codes = (): string[] => registryEntries().map(({ code }) => code)

export const explain = command({
  name: 'explain',
  summary: 'Explains a refusal code; without one, lists them all',
  usage: 'membrane explain [CODE]',
  examples: [
    {
      line: 'membrane explain standing_evaluation_required',
      summary: 'the rule, how to satisfy it, a request that is refused and one that passes',
    },
    { line: 'membrane explain --json', summary: 'the whole registry, one line per code' },
  ],
  options: {},
  words: codes,
  wordsMax: 1,
  async run({ values, positionals: [code] }, { stdout, paint }) {
    const entries = registryEntries()
    if (code === undefined) {
      if (values.json) for (const entry of entries) sayJson(stdout, entry)
      else for (const line of table(rulesOf(entries), paint)) say(stdout, line)
      return 0
    }
    const entry = entryOf(code, entries)
    const { refusalExamples } = await import('@membrane/contract/refusal-examples')
    const example = refusalExamples[entry.code]
    const { satisfy } = refusalOf(entry.code)
    if (values.json) sayJson(stdout, { ...entry, satisfy, example: example ?? null })
    else for (const line of explanation(entry, example, paint)) say(stdout, line)
    return 0
  },
})

function rulesOf(entries: readonly RegistryEntry[]): (readonly [string, string])[] {
  return entries.map(({ code, guard_rule }) => [code, guard_rule])
}

function entryOf(code: string, entries: readonly RegistryEntry[]): RegistryEntry {
  const entry = entries.find((candidate) => candidate.code === code)
  if (entry !== undefined) return entry
  const guess = nearest(code, codes())
  const hint = guess === undefined ? 'membrane explain lists them' : `did you mean ${guess}?`
  throw new UsageError(`${code} is not a refusal code; ${hint}`)
}
