import { Type } from 'typebox'
import { fixtureUnlessFalse, json, object, optional, tenant } from '../field.ts'
import { operation } from '../operation.ts'
import * as is from '../response.ts'

const part = optional(json({ code: 'capability_manifest_malformed' }))

export const capabilityPublish = operation({
  name: 'capability.publish',
  summary: 'Publishes a capability manifest: checked, identified by its hash, citable from then on.',
  method: 'POST',
  path: '/v1/capabilities/publish',
  access: 'tenant',
  state: 'staging-durable',
  outcome: 'admitted',
  projectable: true,
  request: {
    tenant,
    manifest: optional(object()),
    name: part,
    version: part,
    publisher: part,
    schema: part,
    predicate: part,
    effect_grammar: part,
    required_evidence: part,
    imports: part,
    attestations: part,
    fixture: fixtureUnlessFalse(),
  },
  response: {
    capability: is.anyRef,
    capabilityManifest: is.anyRef,
    manifestHash: is.string,
    attestationSignaturesVerified: is.no,
    stable_code: is.optional(is.literal('capability_manifest_already_published')),
    durableState: Type.Object({
      ...is.durableState.properties,
      evidenceRef: is.anyRef,
      publicationStatus: is.literal('fixture_durable'),
    }),
    productionAdmission: is.no,
  },
  refusals: [
    'koerper_fixture_only',
    'capability_manifest_malformed',
    'capability_manifest_imports_unresolved',
    'capability_manifest_imports_cyclic',
    'capability_publisher_unsigned',
    'capability_attestation_missing',
    'capability_self_publication_refused',
    'capability_manifest_version_conflict',
  ],
  example: {
    tenant: 'tenant_node:acme',
    name: 'invoice-approval',
    version: '1.0.0',
    publisher: 'human_person:ada',
    schema: { type: 'object', properties: { amount_cents: { type: 'integer' } } },
    predicate: {
      language: 'cel',
      expression: 'candidate_atom.fields.amount_cents <= 100000 ? "holds" : "requires_discretion"',
    },
    effect_grammar: [{ effect_kind: 'notification', adapters: ['fixture'] }],
    required_evidence: ['invoice_payload'],
    imports: [],
    attestations: [{ attestor: 'professional_reviewer:eve', statement_hash: 'sha256:statement' }],
  },
})
