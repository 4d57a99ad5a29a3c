import { broken, exampleOf } from './kit.ts'
import { keep } from './normalise.ts'
import type { Scenarios, Stage } from './stage.ts'

const publish = 'capability.publish'
const evaluate = 'capability.policy.evaluate'
const manifest = exampleOf(publish)
const base = { ...manifest, name: 'invoice-limits' }

/** Publishes a manifest; its ref is a hash of its content, so it stays the same. */
async function published(stage: Stage, asked: object = manifest): Promise<string> {
  const { capabilityManifest, manifestHash } = await stage.admits(publish, asked)
  keep(manifestHash)
  return capabilityManifest
}

async function evaluation(stage: Stage): Promise<object> {
  return { ...exampleOf(evaluate), capabilityManifest: await published(stage) }
}

export const capabilityScenarios: Scenarios = {
  capability_manifest_malformed: broken(publish, {
    predicate: { language: 'cel', expression: 'amount_cents <= 100000 ? "holds" : "requires_discretion"' },
  }),
  capability_manifest_imports_unresolved: async (stage) => {
    const imported = await published(stage, base)
    await stage.refused(publish, { ...manifest, imports: ['capability_manifest:none'] })
    await stage.passes(publish, { ...manifest, imports: [imported] })
  },
  capability_manifest_imports_cyclic: async (stage) => {
    const first = await published(stage, base)
    const above = await published(stage, { ...manifest, imports: [first] })
    await stage.refused(publish, { ...base, version: '1.1.0', imports: [above] })
    await stage.passes(publish, { ...base, version: '1.1.0' })
  },
  capability_self_publication_refused: broken(publish, {
    attestations: [{ attestor: manifest.publisher, statement_hash: 'sha256:statement' }],
  }),
  capability_manifest_version_conflict: async (stage) => {
    await published(stage)
    const changed = { ...manifest, required_evidence: ['invoice_payload', 'delivery_note'] }
    await stage.refused(publish, changed)
    await stage.passes(publish, { ...changed, version: '1.1.0' })
  },
  capability_manifest_unknown: broken(
    evaluate,
    { capabilityManifest: 'capability_manifest:none' },
    evaluation,
  ),
  capability_policy_evaluation_failed: async (stage) => {
    const body = await evaluation(stage)
    const { context } = exampleOf(evaluate)
    const silent = { ...(context as object), candidate_atom: { kind: 'invoice', fields: {} } }
    await stage.refused(evaluate, { ...body, context: silent })
    await stage.passes(evaluate, body)
  },
}
