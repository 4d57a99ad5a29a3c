import { Failure } from '../command.ts'
import type { Stage } from './stage.ts'

/** What anyone with the fixture token may read before anything is on record. */
export async function readRegistry({ membrane, chapter, step }: Stage): Promise<void> {
  chapter('The session that the runtime begins with, and what it refuses')
  const { tenant } = await step(membrane.authSessionExchange())
  const self = await step(membrane.tenantSelf())
  if (self.tenant !== tenant) throw new Failure(`the session is of ${tenant} and speaks for ${self.tenant}`)
  const { codes } = await step(membrane.refusalCodes())
  const { entries } = await step(membrane.refusalRegistry())
  const explained = new Set(entries.map(({ code }) => code))
  const silent = codes.find((code) => !explained.has(code))
  if (silent !== undefined) throw new Failure(`the registry does not explain ${silent}`)
}
