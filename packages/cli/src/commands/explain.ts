import { registryEntries, type RegistryEntry } from '@membrane/contract'
import { command, UsageError } from '../command.ts'
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
      summary: 'the rule, and which operations hold it',
    },
    { line: 'membrane explain --json', summary: 'the whole registry, a line a code' },
  ],
  options: {},
  words: codes,
  wordsMax: 1,
  async run({ values, positionals: [code] }, { stdout, paint }) {
    const entries = registryEntries()
    const asked = code === undefined ? entries : [entryOf(code, entries)]
    if (values.json) for (const entry of asked) sayJson(stdout, entry)
    else if (code === undefined)
      for (const line of table(
        entries.map((entry) => [entry.code, entry.guard_rule]),
        paint,
      ))
        say(stdout, line)
    else {
      const [entry] = asked
      say(stdout, `${paint('bold', entry!.code)}: ${entry!.guard_rule}`)
      for (const line of table(facts(entry!), paint)) say(stdout, line)
    }
    return 0
  },
})

function entryOf(code: string, entries: readonly RegistryEntry[]): RegistryEntry {
  const entry = entries.find((candidate) => candidate.code === code)
  if (entry !== undefined) return entry
  const guess = nearest(code, codes())
  const hint = guess === undefined ? 'membrane explain lists them' : `did you mean ${guess}?`
  throw new UsageError(`${code} is not a refusal code; ${hint}`)
}

function facts(entry: RegistryEntry): (readonly [string, string])[] {
  return [
    ['category', entry.category],
    ['status', String(entry.status)],
    ['retry', entry.retryable ? 'the same request may pass later' : 'not without a change'],
    ['kept', entry.privacy_posture.replaceAll('_', ' ')],
    [
      'operations',
      entry.operations.length === 0 ? 'any call, before its operation' : entry.operations.join(', '),
    ],
  ]
}
