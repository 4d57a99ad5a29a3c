import { StoreUnavailableError } from '@membrane/runtime'
import { command, Failure, UsageError } from '../command.ts'
import { say, sayJson } from '../io.ts'
import { configOf, settingOptions } from '../settings.ts'

export const migrate = command({
  name: 'migrate',
  summary: 'Makes or renews the schema of a database; safe to run again, and while servers run',
  usage: 'membrane migrate [--database-url URL]',
  examples: [
    {
      line: 'membrane migrate --database-url postgres://owner@db.example/membrane',
      summary: 'as the role that is to own the tables',
    },
  ],
  options: settingOptions(['MEMBRANE_DATABASE_URL']),
  wordsMax: 0,
  async run({ values }, { stdout, env }) {
    const { databaseUrl } = configOf(values, env)
    if (databaseUrl === null)
      throw new UsageError('migrate needs a database: --database-url or MEMBRANE_DATABASE_URL')
    if (databaseUrl === 'embedded')
      throw new UsageError('the embedded database is migrated whenever membrane serve starts it')
    const { migrate: migrateDatabase, DatabaseError } = await import('@membrane/runtime/postgres')
    try {
      const { from, to } = await migrateDatabase(databaseUrl)
      if (values.json) sayJson(stdout, { from, to })
      else
        say(
          stdout,
          from === to ? `schema version ${to}: nothing to do` : `schema version ${from} became ${to}`,
        )
      return 0
    } catch (error) {
      throw explained(error, error instanceof DatabaseError || error instanceof StoreUnavailableError)
    }
  },
})

/** Failures of the database in its own words; anything else is a fault of the program. */
function explained(error: unknown, isKnown: boolean): unknown {
  const { code, message } = error as { code?: string; message: string }
  const isSqlState = /^[0-9A-Z]{5}$/.test(code ?? '')
  return isKnown || isSqlState ? new Failure(`the database was not migrated: ${message}`) : error
}
