import { object, optional, ref, refs, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'
import { predicateResults } from './results.ts'

const anyRef = optional(ref())

export const capabilityPolicyEvaluate = operation({
  name: 'capability.policy.evaluate',
  summary: 'Evaluates the predicate of a manifest and of all that it imports over a context.',
  method: 'POST',
  path: '/v1/capabilities/policy/evaluate',
  access: 'tenant',
  state: 'fixture-rehearsed',
  outcome: 'verified',
  request: {
    tenant,
    capability: anyRef,
    capabilityManifest: anyRef,
    context: optional(object()),
    subject: anyRef,
    evidence_refs: optional(refs()),
    candidate_atom: optional(object()),
    mandate: anyRef,
    human_presence_receipt: anyRef,
    reality: anyRef,
  },
  response: {
    capability: is.anyRef,
    capabilityManifest: is.anyRef,
    policyEvaluation: is.anyRef,
    decision: is.record({
      holds: is.boolean,
      requiresIntervention: is.anyRefs,
      result: is.oneOf(...predicateResults),
      requiresEvidence: is.strings,
      reservations: is.anyRefs,
      manifestHash: is.string,
      contextHash: is.string,
    }),
    durableState: is.durableState,
    productionAdmission: is.no,
  },
  refusals: ['request_malformed', 'capability_manifest_unknown', 'capability_policy_evaluation_failed'],
  example: {
    tenant: 'tenant_node:acme',
    capabilityManifest: 'capability_manifest:01jd',
    context: {
      subject: 'human_person:ada',
      evidence_refs: ['evidence_bundle:invoice_payload'],
      candidate_atom: { kind: 'invoice', fields: { amount_cents: 4200 } },
    },
  },
})
