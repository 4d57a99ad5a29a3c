import { capabilityRefusals } from './capabilities/refusals.ts'
import { effectRefusals } from './effects/refusals.ts'
import { authorityRefusals } from './authority/refusals.ts'
import { economyRefusals } from './economy/refusals.ts'
import { logRefusals } from './log/refusals.ts'
import { humanAuthRefusals } from './human-auth/refusals.ts'
import { loginRefusals } from './login/refusals.ts'
import { mandateRefusals } from './mandates/refusals.ts'
import { packageRefusals } from './packages/refusals.ts'
import { postureRefusals } from './posture/refusals.ts'
import { sessionRefusals } from './sessions/refusals.ts'
import { realityRefusals } from './realities/refusals.ts'
import { categoryStatus, type Refusal } from './refusal.ts'
import { serviceRefusals } from './service-refusals.ts'
import { standingRefusals } from './standing/refusals.ts'
import { tenancyRefusals } from './tenancy/refusals.ts'

/** Every refusal code of the runtime. Each domain declares its own. */
export const refusals = {
  ...serviceRefusals,
  ...tenancyRefusals,
  ...sessionRefusals,
  ...loginRefusals,
  ...humanAuthRefusals,
  ...standingRefusals,
  ...mandateRefusals,
  ...capabilityRefusals,
  ...logRefusals,
  ...effectRefusals,
  ...packageRefusals,
  ...authorityRefusals,
  ...economyRefusals,
  ...postureRefusals,
  ...realityRefusals,
} as const

export type RefusalCode = keyof typeof refusals

export function refusalOf(code: RefusalCode): Refusal {
  return refusals[code]
}

export function statusOf(code: RefusalCode): number {
  const refusal = refusalOf(code)
  return refusal.status ?? categoryStatus[refusal.category]
}
