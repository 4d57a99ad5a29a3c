import { Failure } from '../command.ts'
import type { Stage } from './stage.ts'

/** The log shows every commit of the journey, with the receipt that its caller holds. */
export async function readRecord({ membrane, tenant, receipts, chapter, step, tell }: Stage): Promise<void> {
  chapter('The record')
  const { counts } = await step(membrane.m7State({ tenant }))
  const { connectors } = await step(membrane.evidenceConnectorsStatus({ tenant }))
  if (connectors.length === 0) throw new Failure(`no evidence is cited by ${counts.commits} commits`)
  const listed = new Map<string, string>()
  for await (const { commit, leaf_hash } of membrane.commits({ tenant })) listed.set(commit, leaf_hash)
  for (const { commit, leaf_hash, operation, ref } of receipts)
    if (listed.get(commit!) !== leaf_hash) throw new Failure(`the log does not show ${operation} of ${ref}`)
  tell('commit.recent', 'verified', `${receipts.length} receipts of ${listed.size} commits`)
}
