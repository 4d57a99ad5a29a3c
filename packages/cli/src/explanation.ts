import { refusalOf, type RegistryEntry } from '@membrane/contract'
import type {
  RecordedCall,
  RecordedRequest,
  RecordedStep,
  RefusalExample,
} from '@membrane/contract/refusal-examples'
import { table } from './help.ts'
import type { Io, Style } from './io.ts'

type Paint = Io['paint']

/** A refusal code in words: its rule, what satisfies it, and the requests that show both. */
export function explanation(
  entry: RegistryEntry,
  example: RefusalExample | undefined,
  paint: Paint,
): string[] {
  const { code, guard_rule } = entry
  return [
    `${paint('bold', code)}: ${guard_rule}`,
    ...table(facts(entry), paint),
    '',
    paint('bold', 'How to satisfy it'),
    `  ${refusalOf(code).satisfy}`,
    '',
    ...(example === undefined ? [neverHere] : shown(example, paint)),
  ]
}

const neverHere = 'Only production answers it, and production is closed: nothing makes it fire here.'

function facts(entry: RegistryEntry): (readonly [string, string])[] {
  return [
    ['category', entry.category],
    ['status', String(entry.status)],
    ['retry', entry.retryable ? 'the same request may pass later' : 'not without a change'],
    ['kept', kept[entry.privacy_posture]],
    ['operations', operationsOf(entry)],
  ]
}

const kept = {
  nothing_recorded_input_not_echoed: 'nothing; the input is not echoed either',
  material_dropped_at_boundary_never_logged:
    'nothing; the material is dropped at the boundary and never logged',
  evaluation_recorded_by_hash_only: 'the evaluation, by hash only',
} as const

/** More than this many are counted: nearly every operation holds the rule. */
const operationsNamed = 16

function operationsOf({ operations }: RegistryEntry): string {
  if (operations.length === 0) return 'any call, before its operation'
  return operations.length > operationsNamed ? `${operations.length} of them` : operations.join(', ')
}

function shown({ settings = {}, before, refused, between, passes }: RefusalExample, paint: Paint): string[] {
  const server = Object.entries(settings).map(([name, value]) => `  ${name}=${value} membrane serve`)
  const related = refused.operation === passes.operation
  const why = typeof refused.answer.detail === 'string' ? `: ${refused.answer.detail}` : ''
  return [
    paint('bold', 'Refused'),
    ...server,
    ...stepLines(before, paint),
    ...requestLines(refused, related ? passes : refused, 'red', paint),
    `  ${paint('red', `${refused.status} ${refused.outcome}`)}${why}`,
    '',
    paint('bold', 'Passes'),
    ...stepLines(between, paint),
    ...requestLines(passes, related ? refused : passes, 'green', paint),
    `  ${paint('green', `${passes.status} ${passes.outcome}`)}`,
  ]
}

function stepLines(steps: readonly RecordedStep[], paint: Paint): string[] {
  return steps.map((step) => `  ${paint('dim', `# ${typeof step === 'string' ? step : step.operation}`)}`)
}

/** Method and path, headers and body; what the other request has otherwise is coloured. */
function requestLines(request: RecordedRequest, other: RecordedCall, style: Style, paint: Paint): string[] {
  const { method, path, headers = {}, body } = request
  const tell = (line: string, differs: boolean): string => `  ${differs ? paint(style, line) : line}`
  const sent = Object.entries(headers).map(([name, value]) =>
    tell(`${name}: ${value}`, value !== other.headers?.[name]),
  )
  const line = tell(`${method} ${path}`, method !== other.method || path !== other.path)
  return [line, ...sent, ...(body === undefined ? [] : bodyLines(body, other.body, tell))]
}

/** A field takes one line, however much it holds. */
function bodyLines(
  body: unknown,
  other: unknown,
  tell: (line: string, differs: boolean) => string,
): string[] {
  if (typeof body !== 'object' || body === null) return [tell(JSON.stringify(body), body !== other)]
  const others = (other ?? {}) as Readonly<Record<string, unknown>>
  const fields = Object.entries(body).map(([name, value], at, all) => {
    const json = JSON.stringify(value)
    const comma = at === all.length - 1 ? '' : ','
    return tell(`  ${JSON.stringify(name)}: ${json}${comma}`, json !== JSON.stringify(others[name]))
  })
  return [tell('{', false), ...fields, tell('}', false)]
}
