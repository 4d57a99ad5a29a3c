import { evidence, grantStanding, people } from '@membrane/testkit'
import { broken, exampleOf, tenant } from './kit.ts'
import type { Scenarios, Stage } from './stage.ts'

const claim = exampleOf('standing.claim')
const grant = 'standing.grant'

async function claimed(stage: Stage, patch: object = {}): Promise<string> {
  return (await stage.admits('standing.claim', { ...claim, ...patch })).standing_claim
}

async function evaluated(stage: Stage, standing_claim: string, cited = evidence): Promise<string> {
  const body = { tenant, standing_claim, evidence: cited, fixture: true }
  return (await stage.admits('standing.evaluate', body)).standing_evaluation
}

/** What grants a claim of Ada that has been found grantable. */
async function granting(stage: Stage): Promise<Record<string, unknown>> {
  const standing_claim = await claimed(stage)
  return { ...exampleOf(grant), standing_claim, standing_evaluation: await evaluated(stage, standing_claim) }
}

export const standingScenarios: Scenarios = {
  standing_presence_cannot_create_authority: broken('standing.claim', {
    create_standing_from_presence: true,
  }),
  standing_claim_unknown: async (stage) => {
    const body = { tenant, standing_claim: await claimed(stage), evidence, fixture: true }
    await stage.refused('standing.evaluate', { ...body, standing_claim: 'standing_claim:none' })
    await stage.passes('standing.evaluate', body)
  },
  standing_evaluation_required: broken(grant, { standing_evaluation: undefined }, granting),
  standing_evaluation_unknown: broken(grant, { standing_evaluation: 'standing_evaluation:none' }, granting),
  standing_evaluation_claim_mismatch: async (stage) => {
    const ofBob = await evaluated(stage, await claimed(stage, { actor: people.bob }))
    const body = await granting(stage)
    await stage.refused(grant, { ...body, standing_evaluation: ofBob })
    await stage.passes(grant, body)
  },
  standing_evaluation_not_grantable: async (stage) => {
    const standing_claim = await claimed(stage)
    const pending = await evaluated(stage, standing_claim, [])
    await stage.refused(grant, { ...exampleOf(grant), standing_claim, standing_evaluation: pending })
    const standing_evaluation = await evaluated(stage, standing_claim)
    await stage.passes(grant, { ...exampleOf(grant), standing_claim, standing_evaluation })
  },
  standing_evaluation_consumed: async (stage) => {
    const body = await granting(stage)
    await stage.admits(grant, body)
    await stage.refused(grant, body)
    const again = await evaluated(stage, body.standing_claim as string)
    await stage.passes(grant, { ...body, standing_evaluation: again })
  },
  standing_grant_claim_mismatch: broken(grant, { office: 'authorised_signatory' }, granting),
  standing_unknown: async (stage) => {
    const { standing } = await grantStanding(stage.world, tenant)
    const body = { tenant, standing, reason: 'left the company', fixture: true }
    await stage.refused('standing.revoke', { ...body, standing: 'standing_grant:none' })
    await stage.passes('standing.revoke', body)
  },
}
