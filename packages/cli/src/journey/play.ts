import { delegate, endMandate } from './mandate.ts'
import { publishCapability } from './capability.ts'
import { closeMonth } from './economy.ts'
import { playEffects } from './effects.ts'
import { onboarding } from './onboarding.ts'
import { trustPackage } from './packages.ts'
import { playPosture } from './posture.ts'
import { tryOut } from './realities.ts'
import { readRecord } from './record.ts'
import { signIn } from './sign-in.ts'
import type { Stage } from './stage.ts'
import { grantStanding, revokeStanding } from './standing.ts'
import { verifyReceipts } from './verification.ts'

/** The whole story, chapter after chapter; each hands on what the later ones need. */
export async function play(stage: Stage): Promise<void> {
  const { company, enrolmentToken } = await onboarding(stage)
  const present = await signIn(stage, enrolmentToken)
  const standing = await grantStanding(stage, company)
  const mandate = await delegate(stage, standing, present)
  await closeMonth(stage)
  await tryOut(stage)
  const manifest = await publishCapability(stage)
  await trustPackage(stage, standing, present)
  await playEffects(stage, manifest, present)
  await revokeStanding(stage, standing)
  await endMandate(stage, mandate)
  await playPosture(stage)
  await readRecord(stage)
  await verifyReceipts(stage)
}
