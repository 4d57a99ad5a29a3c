import { grantStanding, people } from '@membrane/testkit'
import { broken, exampleOf, gated, operator, present, tenant } from './kit.ts'
import type { Scenarios, Stage } from './stage.ts'

const delegate = 'mandate.delegate'

/** What delegates from a standing of Ada that lists its powers. */
async function delegation(stage: Stage): Promise<object> {
  const { standing } = await grantStanding(stage.world, tenant, ['invoice.approve', 'payment'])
  const human_presence_receipt = await present(stage)
  return { ...exampleOf(delegate), source_standing: standing, human_presence_receipt }
}

export const mandateScenarios: Scenarios = {
  mandate_human_presence_required: broken(delegate, { human_presence_receipt: undefined }, delegation),
  mandate_human_presence_unknown: broken(
    delegate,
    { human_presence_receipt: 'human_presence_receipt:none' },
    delegation,
  ),
  mandate_self_delegation_refused: broken(delegate, { delegate: people.ada }, delegation),
  mandate_source_standing_unknown: broken(delegate, { source_standing: 'standing_grant:none' }, delegation),
  mandate_source_standing_revoked: async (stage) => {
    const { standing } = await grantStanding(stage.world, tenant)
    const reason = 'left the company'
    await stage.admits('standing.revoke', { tenant, standing, reason, fixture: true })
    const body = { ...exampleOf(delegate), human_presence_receipt: await present(stage) }
    await stage.refused(delegate, { ...body, source_standing: standing })
    const again = await grantStanding(stage.world, tenant)
    await stage.passes(delegate, { ...body, source_standing: again.standing })
  },
  mandate_principal_mismatch: {
    settings: gated,
    play: async (stage) => {
      const { standing } = await grantStanding(stage.world, tenant, [], operator)
      const body = { ...exampleOf(delegate), source_standing: standing, delegate: people.eve }
      const ofBob = await present(stage, { subject: people.bob }, operator)
      const asBob = { ...body, principal: people.bob, human_presence_receipt: ofBob }
      await stage.refused(delegate, asBob, operator)
      const human_presence_receipt = await present(stage, {}, operator)
      await stage.passes(delegate, { ...body, human_presence_receipt }, operator)
    },
  },
  mandate_act_scope_exceeds_powers: broken(
    delegate,
    { act_scope: ['invoice.approve', 'contract.sign'] },
    delegation,
  ),
  mandate_unknown: async (stage) => {
    const { mandate } = await stage.admits(delegate, await delegation(stage))
    const body = { tenant, mandate, reason: 'project ended', fixture: true }
    await stage.refused('mandate.revoke', { ...body, mandate: 'mandate:none' })
    await stage.passes('mandate.revoke', body)
  },
}
