import { type Command, type Option, type Options } from './command.ts'
import type { Io } from './io.ts'

type Paint = Io['paint']

/** The first page: every command with its one line. */
export function overview(commands: readonly Command[], paint: Paint): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const)
  return [
    `${paint('bold', 'membrane')}: run the membrane, call it, and check what it signed`,
    '',
    'Usage: membrane <command> [flags]',
    '',
    ...table(rows, paint),
    '',
    'membrane <command> --help shows flags and examples; membrane --version says what this is.',
    'Exit codes: 0 done, 1 refused or does not verify, 2 the command line cannot be used.',
    '',
  ].join('\n')
}

/** The page of one command; `options` are all its flags, given the words already typed. */
export function commandHelp(
  { usage, summary, examples, about }: Command,
  word: string | undefined,
  options: Options,
  paint: Paint,
): string {
  const flags = Object.entries(options).map(([name, option]) => [flag(name, option), option.summary] as const)
  const more = about?.(word)
  const lines = examples.flatMap(({ line, summary }) => [`  ${paint('dim', `# ${summary}`)}`, `  ${line}`])
  return [
    `${summary}.`,
    '',
    `Usage: ${usage}`,
    '',
    ...section('Flags', table(flags, paint), paint),
    ...(more === undefined ? [] : section(more.title, table(more.rows, paint), paint)),
    ...section('Examples', lines, paint),
  ].join('\n')
}

function section(title: string, lines: readonly string[], paint: Paint): string[] {
  return [paint('bold', title), ...lines, '']
}

function flag(name: string, { type, short, value, multiple }: Option): string {
  const letter = short === undefined ? '' : `, -${short}`
  const placeholder = type === 'boolean' ? '' : ` ${value ?? 'VALUE'}`
  return `--${name}${letter}${placeholder}${multiple ? ' …' : ''}`
}

/** Two columns, the second aligned. */
export function table(rows: readonly (readonly [string, string])[], paint: Paint): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${paint('cyan', left.padEnd(width))}  ${right}`.trimEnd())
}
