import type { Command } from './command.ts'
import { call } from './commands/call.ts'
import { completion } from './commands/completion.ts'
import { explain } from './commands/explain.ts'
import { journey } from './commands/journey.ts'
import { serve } from './commands/serve.ts'

/** Every command, in the order of the help page. */
export const commands: readonly Command[] = [serve, call, journey, explain, completion(() => commands)]
