import { onboarding } from './onboarding.ts'
import { readRecord } from './record.ts'
import type { Stage } from './stage.ts'
import { grantStanding, revokeStanding } from './standing.ts'
import { verifyReceipts } from './verification.ts'

/** The whole story, chapter after chapter; each hands on what the later ones need. */
export async function play(stage: Stage): Promise<void> {
  const company = await onboarding(stage)
  const standing = await grantStanding(stage, company)
  await revokeStanding(stage, standing)
  await readRecord(stage)
  await verifyReceipts(stage)
}
