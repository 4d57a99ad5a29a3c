import { parseArgs, type ParseArgsConfig } from 'node:util'
import {
  commonOptions,
  UsageError,
  type Arguments,
  type Command,
  type Option,
  type Options,
  type Value,
} from './command.ts'
import { nearest } from './nearest.ts'

/** Every flag of a command, given the words after it. */
export function optionsOf(command: Command, argv: readonly string[]): Options {
  const known = { ...command.options, ...commonOptions }
  const word = tokensOf(argv, known).find((token) => token.kind === 'positional')?.value
  return { ...command.options, ...(word === undefined ? {} : command.optionsFor?.(word)), ...commonOptions }
}

function tokensOf(argv: readonly string[], options: Options) {
  const config = Object.fromEntries(Object.entries(options).map(([name, option]) => [name, configOf(option)]))
  return parseArgs({ args: [...argv], options: config, strict: false, allowPositionals: true, tokens: true })
    .tokens
}

/** Reads the words after a command's name. Throws a `UsageError` that names what is wrong. */
export function readArguments(command: Command, argv: readonly string[]): Arguments {
  const options = optionsOf(command, argv)
  const tokens = tokensOf(argv, options)
  const values: Record<string, Value> = {}
  const positionals: string[] = []
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    if (token.kind === 'option') {
      const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
      if (option === undefined) throw new UsageError(unknownFlag(token.rawName, options))
      const dashed = token.inlineValue === false && /^-\D/.test(token.value)
      if (dashed) throw new UsageError(`${token.rawName} needs a value (or ${token.rawName}=${token.value})`)
      const value = valueOf(option, token.rawName, token.value)
      const given = (values[token.name] ?? []) as readonly string[]
      values[token.name] = option.multiple === true ? [...given, value as string] : value
    } else if (token.kind === 'positional') {
      const flag = before?.kind === 'option' && before.value === undefined ? before.name : undefined
      if (flag !== undefined && /^(?:true|false)$/.test(token.value)) values[flag] = token.value === 'true'
      else positionals.push(token.value)
    }
  }
  const { wordsMax = Infinity, usage } = command
  if (positionals.length > wordsMax && values.help !== true)
    throw new UsageError(`${positionals[wordsMax]} is one word too many; usage: ${usage}`)
  return { values, positionals }
}

function configOf({ type, short, multiple }: Option): NonNullable<ParseArgsConfig['options']>[string] {
  return { type, multiple: multiple ?? false, ...(short !== undefined && { short }) }
}

function valueOf(option: Option, flag: string, value: string | undefined): string | boolean {
  if (option.type === 'boolean') {
    if (value === undefined || value === 'true') return true
    if (value === 'false') return false
    throw new UsageError(`${flag} takes true or false`)
  }
  if (value === undefined)
    throw new UsageError(`${flag} needs a value${option.value ? `: ${option.value}` : ''}`)
  return value
}

function unknownFlag(flag: string, options: Options): string {
  const guess = nearest(flag.replace(/^-+/, ''), Object.keys(options))
  return `${flag} is not a flag here${guess === undefined ? '' : `; did you mean --${guess}?`}`
}
