import { readFile } from 'node:fs/promises'
import { LedgerError, parsePolicy, type Policy } from '@membrane/ledger'
import { Failure, UsageError, type Options } from '../command.ts'

/** The flags of a command that needs keys to trust. */
export const policyOptions = {
  key: {
    type: 'string',
    value: 'KEY',
    multiple: true,
    summary: 'a verifier key to trust: name+id+key; may be given again',
  },
  policy: {
    type: 'string',
    value: 'FILE',
    summary: 'the keys to trust: one a line, or the body of log.policy',
  },
} as const satisfies Options

interface Trusted {
  readonly key?: readonly string[]
  readonly policy?: string
}

/** The keys that the flags pin. What is verified never brings its own. */
export async function readPolicy({ key = [], policy }: Trusted): Promise<Policy> {
  if (key.length === 0 && policy === undefined)
    throw new UsageError(
      'verify needs the keys to trust: --key or --policy (membrane call log.policy shows them)',
    )
  const sources = [...key, ...(policy === undefined ? [] : [policyText(await readText(policy))])]
  try {
    return { keys: sources.flatMap((source) => parsePolicy(source).keys) }
  } catch (error) {
    if (error instanceof LedgerError) throw new UsageError(error.message)
    throw error
  }
}

/** The policy inside an envelope, where the file is a whole answer. */
function policyText(text: string): unknown {
  try {
    const value = JSON.parse(text) as { body?: unknown }
    return value.body ?? value
  } catch {
    return text
  }
}

export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Failure(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
