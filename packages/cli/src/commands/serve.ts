import { ConfigError, KeyringError, serve as serveRuntime } from '@membrane/runtime'
import { command, Failure } from '../command.ts'
import { configOf, environmentOf, settingOptions, usageError } from '../settings.ts'

export const serve = command({
  name: 'serve',
  summary: 'Runs the server; flags win over the environment',
  usage: 'membrane serve [flags]',
  examples: [
    { line: 'membrane serve', summary: 'on http://127.0.0.1:8080, everything in memory' },
    { line: 'membrane serve --port 0 --log-level warn', summary: 'on a free port, quietly' },
    { line: 'membrane serve --database-url embedded', summary: 'durable, with a PostgreSQL of its own' },
  ],
  options: settingOptions(),
  wordsMax: 0,
  async run({ values }, { env }) {
    configOf(values, env)
    try {
      await serveRuntime(environmentOf(values, env))
    } catch (error) {
      throw explained(error, values)
    }
    return 0
  },
})

/** One line for what an operator can mend; anything else is a fault of the program and shows its stack. */
function explained(error: unknown, values: object): unknown {
  if (error instanceof ConfigError) return usageError(error, values)
  if (error instanceof KeyringError) return new Failure(error.message)
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') return new Failure(`port ${port} is taken; choose another with --port`)
  if (code === 'EACCES')
    return new Failure(`port ${port} needs more rights; choose one above 1023 with --port`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Failure(`${address ?? 'the host'} is no address of this machine; choose one with --host`)
  return error
}
