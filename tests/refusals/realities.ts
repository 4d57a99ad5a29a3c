import { limits } from '@membrane/contract'
import { broken, exampleOf, tenant } from './kit.ts'
import type { Scenarios, Stage } from './stage.ts'

const commit = 'reality.commit'
const promote = 'reality.promote'
const discard = 'reality.discard'
const evidence = ['evidence_bundle:offer']

async function forked(stage: Stage): Promise<string> {
  return (await stage.admits('reality.fork', exampleOf('reality.fork'))).projection
}

/** The example of an operation, in a projection of its own. */
function inside(name: typeof commit | typeof promote | typeof discard) {
  return async (stage: Stage): Promise<object> => ({ ...exampleOf(name), reality: await forked(stage) })
}

/** A projection in which something has been done. */
async function promotable(stage: Stage): Promise<object> {
  const reality = await forked(stage)
  await stage.admits(commit, { ...exampleOf(commit), reality })
  return { ...exampleOf(promote), reality }
}

export const realityScenarios: Scenarios = {
  reality_unspecified: broken(commit, { reality: undefined }, inside(commit)),
  reality_unknown: broken(commit, { reality: 'reality:none' }, inside(commit)),
  reality_not_projected: async (stage) => {
    const reality = await forked(stage)
    await stage.admits(discard, { ...exampleOf(discard), reality })
    await stage.refused(commit, { ...exampleOf(commit), reality })
    await stage.passes(commit, await inside(commit)(stage))
  },
  reality_record_cites_projected: async (stage) => {
    const reality = await forked(stage)
    const { atom } = await stage.admits(commit, { tenant, reality, evidence })
    const onRecord = { tenant, reality: 'reality:record' }
    await stage.refused(commit, { ...onRecord, evidence: [atom] })
    await stage.passes(commit, { ...onRecord, evidence })
  },
  reality_projected_cites_other_projection: async (stage) => {
    const { atom } = await stage.admits(commit, { tenant, reality: await forked(stage), evidence })
    const reality = await forked(stage)
    await stage.refused(commit, { tenant, reality, evidence: [atom] })
    await stage.passes(commit, { tenant, reality, evidence })
  },
  reality_operation_not_projectable: async (stage) => {
    const reality = await forked(stage)
    await stage.refused(commit, {
      tenant,
      reality,
      operation: 'effect.intent',
      input: { effect_kind: 'mail.send', idempotency_key: 'reminder-2026-06' },
    })
    await stage.passes(commit, { ...exampleOf(commit), reality })
  },
  reality_promotion_authority_missing: broken(promote, { evidence: [] }, promotable),
  reality_promotion_atom_missing: async (stage) => {
    const reality = await forked(stage)
    const body = { ...exampleOf(promote), reality }
    await stage.refused(promote, body)
    await stage.admits(commit, { ...exampleOf(commit), reality })
    await stage.passes(promote, body)
  },
  reality_promotion_too_large: async (stage) => {
    const reality = await forked(stage)
    const count = limits.promotionOperationsMax + 1
    stage.says(`${count.toLocaleString('en')} operations happen in the projection.`)
    await stage.silently(async () => {
      for (let done = 0; done < count; done++) await stage.admits(commit, { tenant, reality, evidence })
    })
    await stage.refused(promote, { ...exampleOf(promote), reality })
    await stage.passes(promote, await promotable(stage))
  },
  reality_discard_attempts_delete: broken(discard, { delete_projection_body: true }, inside(discard)),
}
