import type { Io } from './io.ts'

/** 0: done. 1: refused, does not verify, or failed. 2: the command line cannot be used. */
export type ExitCode = 0 | 1 | 2

/** One `--flag`. A boolean flag stands alone, or takes `true` or `false`; others take a value. */
export interface Option {
  readonly type: 'boolean' | 'string'
  readonly summary: string
  /** The letter of the short form. */
  readonly short?: string
  /** What the value is, as help shows it. */
  readonly value?: string
  /** May be given more than once. */
  readonly multiple?: true
  /** The values that completion offers. */
  readonly choices?: readonly string[]
}

export type Options = Readonly<Record<string, Option>>

export type Value = boolean | string | readonly string[]

type ValueOf<O extends Option> = Option extends O
  ? Value
  : O extends { readonly type: 'boolean' }
    ? boolean
    : O extends { readonly multiple: true }
      ? readonly string[]
      : string

/** Flags that every command has. */
export const commonOptions = {
  json: { type: 'boolean', summary: 'print machine-readable lines' },
  help: { type: 'boolean', short: 'h', summary: 'show this help' },
} as const satisfies Options

/** What was given; a flag that was not is absent. */
export type Values<O extends Options> = { readonly [Name in keyof O]?: ValueOf<O[Name]> }

export interface Arguments<O extends Options = Options> {
  readonly values: Values<O> & Values<typeof commonOptions>
  readonly positionals: readonly string[]
}

export interface Example {
  /** A whole command line, beginning with `membrane`. */
  readonly line: string
  readonly summary: string
}

export interface About {
  readonly title: string
  readonly rows: readonly (readonly [string, string])[]
}

/** One word of the command line after `membrane`. */
export interface Command<O extends Options = Options> {
  readonly name: string
  readonly summary: string
  /** The command line in short: `membrane explain [CODE]`. */
  readonly usage: string
  readonly examples: readonly Example[]
  readonly options: O
  /** Flags that depend on the first word after the command: `call` has those of the operation that it names. */
  readonly optionsFor?: (word: string) => Options
  /** What the first word after the command can be, for completion. */
  readonly words?: () => readonly string[]
  /** A table that help adds, given the first word after the command. */
  readonly about?: (word: string | undefined) => About
  /** The most words it takes; without it, any number. */
  readonly wordsMax?: number
  run(args: Arguments<O>, io: Io): Promise<ExitCode>
}

/** Declares a command; `run` sees the types of its own flags. */
export function command<const O extends Options>(shape: Command<O>): Command {
  return shape
}

/** A command line that cannot be used: one line that says what to do; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Something that went wrong outside the command: one line that says what to do; exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure'
}
