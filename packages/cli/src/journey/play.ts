import { delegate, endMandate } from './mandate.ts'
import { publishCapability } from './capability.ts'
import { closeMonth } from './economy.ts'
import { playEffects } from './effects.ts'
import { grantOperator } from './hosted-operator.ts'
import { onboarding } from './onboarding.ts'
import { trustPackage } from './packages.ts'
import { playPosture } from './posture.ts'
import { tryOut } from './realities.ts'
import { recover } from './recovery.ts'
import { readRecord } from './record.ts'
import { readRegistry } from './registry.ts'
import { playSessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import type { Stage } from './stage.ts'
import { grantStanding, revokeStanding } from './standing.ts'
import { verifyReceipts } from './verification.ts'

/** The whole story, chapter after chapter; each hands on what the later ones need. */
export async function play(stage: Stage): Promise<void> {
  await readRegistry(stage)
  const { company, enrolmentToken, durable } = await onboarding(stage)
  const signedIn = await signIn(stage, enrolmentToken)
  const { present } = signedIn
  await playSessions(stage, signedIn)
  const standing = await grantStanding(stage, company)
  await grantOperator(stage, standing, durable)
  const mandate = await delegate(stage, standing, present)
  await closeMonth(stage)
  await tryOut(stage)
  const manifest = await publishCapability(stage)
  await trustPackage(stage, standing, present)
  await playEffects(stage, manifest, present)
  await recover(stage, signedIn)
  await revokeStanding(stage, standing)
  await endMandate(stage, mandate)
  await playPosture(stage)
  await readRecord(stage)
  await verifyReceipts(stage)
}
