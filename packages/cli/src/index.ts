export { commands } from './commands.ts'
export { type Io, type Sink } from './io.ts'
export { run } from './run.ts'
