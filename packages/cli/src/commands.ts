import type { Command } from './command.ts'
import { explain } from './commands/explain.ts'
import { serve } from './commands/serve.ts'

/** Every command, in the order of the help page. */
export const commands: readonly Command[] = [serve, explain]
