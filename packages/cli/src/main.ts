#!/usr/bin/env node
import { commands } from './commands.ts'
import { processIo } from './io.ts'
import { run } from './run.ts'

// The reader of a pipe may leave early (`| head`): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
process.exitCode = await run(commands, process.argv.slice(2), processIo())
