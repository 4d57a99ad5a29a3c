import { commonOptions, type Command, type Options } from '../command.ts'

export interface Flag {
  readonly name: string
  readonly summary: string
  /** Whether a value follows. */
  readonly takesValue: boolean
  readonly choices: readonly string[]
}

export interface Word {
  readonly name: string
  readonly flags: readonly Flag[]
}

/** A command as the shells see it. */
export interface Completed {
  readonly name: string
  readonly summary: string
  readonly flags: readonly Flag[]
  /** What may follow the command, each with the flags that it alone brings. */
  readonly words: readonly Word[]
}

/** The command table as data for the three shells. */
export function completionModel(commands: readonly Command[]): Completed[] {
  return commands.map(({ name, summary, options, optionsFor, words }) => ({
    name,
    summary,
    flags: flagsOf({ ...options, ...commonOptions }),
    words: (words?.() ?? []).map((word) => ({ name: word, flags: flagsOf(optionsFor?.(word) ?? {}) })),
  }))
}

function flagsOf(options: Options): Flag[] {
  return Object.entries(options).map(([name, { type, summary, choices = [] }]) => ({
    name,
    summary,
    takesValue: type !== 'boolean',
    choices,
  }))
}

/** A text between single quotes, for any of the three shells. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
