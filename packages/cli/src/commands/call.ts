import {
  describeRule,
  findOperation,
  operationList,
  type Operation,
  type OperationName,
} from '@membrane/contract'
import type { Result } from '@membrane/client'
import { command, UsageError, type Value } from '../command.ts'
import { fieldOptions, readFields } from '../fields.ts'
import { say, sayJson, type Io } from '../io.ts'
import { nearest } from '../nearest.ts'
import { connect, remoteOptions } from '../remote.ts'

const names = (): string[] => operationList.flatMap(({ name, aliases = [] }) => [name, ...aliases])

export const call = command({
  name: 'call',
  summary: 'Calls an operation by its name; its fields are flags',
  usage: 'membrane call OPERATION [--field value …] [BODY | -]',
  examples: [
    {
      line: 'membrane call standing.claim --actor human_person:ada --company company_geist:acme --office director --evidence evidence_bundle:register_extract --fixture',
      summary: 'one flag a field; a list takes its flag again and again',
    },
    { line: 'membrane call commit.recent --limit 5 --json', summary: 'the whole envelope on one line' },
    { line: 'membrane call standing.claim --json -', summary: 'the request as JSON from standard input' },
    {
      line: 'membrane call standing.claim --help',
      summary: 'the fields of one operation, and what each must be',
    },
  ],
  options: remoteOptions,
  optionsFor: (word) => {
    const operation = findOperation(word)
    return operation === undefined ? {} : fieldOptions(operation)
  },
  about: (word) => {
    const operation = findOperation(word ?? '')
    if (operation === undefined)
      return { title: 'Operations', rows: operationList.map(({ name, summary }) => [name, summary]) }
    return { title: 'Operation', rows: describe(operation) }
  },
  words: names,
  wordsMax: 2,
  async run({ values, positionals: [word, body] }, io) {
    const operation = operationOf(word)
    const request = {
      ...(body === undefined ? {} : parseBody(body === '-' ? await io.stdin() : body)),
      ...readFields(operation, values as Readonly<Record<string, Value>>),
    }
    const { membrane } = connect(values, io)
    const result = await membrane.call(operation.name as OperationName, request as never)
    if (values.json) {
      const { outcome, fixture, body, receipt } = result
      sayJson(io.stdout, { operation: result.operation, outcome, fixture, body, receipt })
    } else show(result, io)
    return result.outcome === 'refused' ? 1 : 0
  },
})

function describe({ name, summary, method, path, access, state, request }: Operation): [string, string][] {
  const fields = Object.entries(request).filter(([, { required }]) => required)
  return [
    [name, summary],
    ['route', `${method} ${path}`],
    ['access', access],
    ['state', state],
    ...fields.map(([field, { rule }]): [string, string] => [`needs ${field}`, describeRule(rule)]),
  ]
}

function operationOf(word: string | undefined): Operation {
  if (word === undefined) throw new UsageError('call needs an operation; membrane call --help lists them')
  const operation = findOperation(word)
  if (operation !== undefined) return operation
  const guess = nearest(word, names())
  const hint = guess === undefined ? 'membrane call --help lists them' : `did you mean ${guess}?`
  throw new UsageError(`${word} is not an operation; ${hint}`)
}

function parseBody(text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UsageError('the body is not JSON')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new UsageError('the body must be a JSON object')
}

/** The body on standard output, fit for a pipe; what became of the call on standard error. */
function show(result: Result, { stdout, stderr }: Io): void {
  say(stdout, JSON.stringify(result.body, null, 2))
  if (result.outcome === 'refused')
    say(stderr, `membrane: refused: ${result.code}: ${result.body.detail} (membrane explain ${result.code})`)
  else say(stderr, `${result.outcome} ${result.receipt.ref}`)
}
