import type { Command } from './command.ts'
import { call } from './commands/call.ts'
import { completion } from './commands/completion.ts'
import { doctor } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { explain } from './commands/explain.ts'
import { journey } from './commands/journey.ts'
import { migrate } from './commands/migrate.ts'
import { rotateKey } from './commands/rotate-log-key.ts'
import { serve } from './commands/serve.ts'
import { verify } from './commands/verify.ts'
import { webhookSecret } from './commands/webhook-secret.ts'

/** Every command, in the order of the help page. */
export const commands: readonly Command[] = [
  serve,
  call,
  journey,
  verify,
  exportCommand,
  migrate,
  doctor,
  rotateKey,
  webhookSecret,
  explain,
  completion(() => commands),
]
