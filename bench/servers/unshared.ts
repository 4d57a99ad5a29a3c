import { compose, readConfig } from '@membrane/runtime'
import { openPostgres } from '../../packages/runtime/src/store/postgres/open.ts'

/** The server as it is, but for one thing: every commit has a transaction of its own. */
const url = process.env.MEMBRANE_DATABASE_URL!
const config = readConfig({
  MEMBRANE_DATABASE_URL: url,
  MEMBRANE_DATA_DIR: process.env.MEMBRANE_DATA_DIR,
  MEMBRANE_LOG_LEVEL: process.env.MEMBRANE_LOG_LEVEL,
})
const transactionsAtOnce = 32
const runtime = await compose(config, {
  openStore: (naming) =>
    openPostgres({
      ...naming,
      clock: Date.now,
      url,
      fingerprint: 'bench',
      batchUnitsMax: 1,
      lanes: transactionsAtOnce,
    }),
})
process.stdout.write(`${await runtime.app.listen({ host: config.host, port: 0 })}\n`)
process.once('SIGTERM', () => void runtime[Symbol.asyncDispose]().then(() => process.exit(0)))
