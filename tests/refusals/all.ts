import { authorityScenarios } from './authority.ts'
import { capabilityScenarios } from './capabilities.ts'
import { economyScenarios } from './economy.ts'
import { effectScenarios } from './effects.ts'
import { humanAuthScenarios } from './human-auth.ts'
import { logScenarios } from './log.ts'
import { loginScenarios } from './login.ts'
import { mandateScenarios } from './mandates.ts'
import { packageScenarios } from './packages.ts'
import { postureScenarios } from './posture.ts'
import { realityScenarios } from './realities.ts'
import { serviceScenarios } from './service.ts'
import { sessionScenarios } from './sessions.ts'
import type { Scenarios } from './stage.ts'
import { standingScenarios } from './standing.ts'
import { tenancyScenarios } from './tenancy.ts'

/** How each code is refused; codes of production alone have no scenario. */
export const scenarios: Scenarios = {
  ...serviceScenarios,
  ...tenancyScenarios,
  ...sessionScenarios,
  ...loginScenarios,
  ...humanAuthScenarios,
  ...standingScenarios,
  ...mandateScenarios,
  ...capabilityScenarios,
  ...logScenarios,
  ...effectScenarios,
  ...packageScenarios,
  ...authorityScenarios,
  ...economyScenarios,
  ...postureScenarios,
  ...realityScenarios,
}
