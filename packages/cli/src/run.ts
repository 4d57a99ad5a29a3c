import { readFile } from 'node:fs/promises'
import { contractVersion } from '@membrane/contract'
import { MembraneError, RefusedError, VerificationError } from '@membrane/client'
import { optionsOf, readArguments } from './arguments.ts'
import { Failure, UsageError, type Command, type ExitCode } from './command.ts'
import { commandHelp, overview } from './help.ts'
import { say, type Io } from './io.ts'
import { nearest } from './nearest.ts'

/** Runs one command line, without the program's own name, and answers the exit code. */
export async function run(commands: readonly Command[], argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(commands, argv, io)
  } catch (error) {
    const line = lineOf(error)
    if (line === undefined) throw error
    say(io.stderr, `membrane: ${line}`)
    return error instanceof UsageError ? 2 : 1
  }
}

/** What went wrong as one line that says what to do; undefined where it is a fault of the program. */
function lineOf(error: unknown): string | undefined {
  if (error instanceof UsageError || error instanceof Failure) return error.message
  if (error instanceof VerificationError) return `a receipt does not verify: ${error.step}: ${error.message}`
  if (error instanceof RefusedError) return `${error.message} (membrane explain ${error.refusal.code})`
  if (!(error instanceof MembraneError)) return undefined
  if (error.kind !== 'network') return error.message
  return `${error.message}; membrane serve starts a server, --base-url names another`
}

async function dispatch(commands: readonly Command[], argv: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = argv
  if (name === undefined) {
    io.stderr.write(overview(commands, (_, text) => text))
    return 2
  }
  if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    io.stdout.write(overview(commands, io.paint))
    return 0
  }
  if (name === '--version') {
    say(io.stdout, await versionLine())
    return 0
  }
  if (name === 'help') return dispatch(commands, [...rest, '--help'], io)
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined) throw new UsageError(unknownCommand(name, commands))
  const args = readArguments(command, rest)
  if (args.values.help === true) {
    io.stdout.write(commandHelp(command, args.positionals[0], optionsOf(command, rest), io.paint))
    return 0
  }
  return command.run(args, io)
}

async function versionLine(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  return `membrane ${version}, contract ${contractVersion}, Node ${process.versions.node}`
}

function unknownCommand(name: string, commands: readonly Command[]): string {
  const guess = nearest(
    name,
    commands.map((command) => command.name),
  )
  const hint = guess === undefined ? 'membrane --help lists them' : `did you mean ${guess}?`
  return `${name} is not a command; ${hint}`
}
