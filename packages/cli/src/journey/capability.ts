import type { Ref } from '@membrane/contract'
import type { Stage } from './stage.ts'
import { actor } from './standing.ts'

/** A capability is published, evaluated over three contexts, and its newest manifest answered for. */
export async function publishCapability({ membrane, tenant, chapter, step, refused }: Stage): Promise<Ref> {
  chapter('A capability and its policy')
  const manifest = {
    tenant,
    name: 'invoice approval',
    version: '1.0.0',
    publisher: actor,
    schema: { type: 'object', properties: { amount_cents: { type: 'integer' } } },
    predicate: {
      language: 'cel',
      expression: 'candidate_atom.fields.amount_cents <= 100000 ? "holds" : "requires_discretion"',
    },
    effect_grammar: [{ effect_kind: 'notification', adapters: ['fixture'] }],
    required_evidence: ['invoice_payload'],
    attestations: ['professional_reviewer:eve'],
  }
  const endless = { ...manifest, predicate: { language: 'cel', expression: 'subject.matches("(a+)+$")' } }
  await refused(membrane.capabilityPublish(endless), 'capability_manifest_malformed')
  await refused(
    membrane.capabilityPublish({ ...manifest, attestations: [actor] }),
    'capability_self_publication_refused',
  )
  const { capabilityManifest } = await step(membrane.capabilityPublish(manifest))
  await step(membrane.capabilityPublish(manifest))
  const evaluate = (evidence_refs: Ref[], fields: object) => {
    const candidate_atom = { kind: 'invoice', fields }
    const context = { subject: actor, evidence_refs, candidate_atom }
    return membrane.capabilityPolicyEvaluate({ tenant, capabilityManifest, context })
  }
  const evidence = ['evidence_bundle:invoice_payload']
  await step(evaluate(evidence, { amount_cents: 4200 }))
  await step(evaluate([], { amount_cents: 4200 }))
  await refused(evaluate(evidence, {}), 'capability_policy_evaluation_failed')
  return capabilityManifest
}
