import { authority, integrity, state, unknown } from '../refusal.ts'

export const capabilityRefusals = {
  capability_manifest_malformed: integrity(
    'A manifest must be of the documented shape, its schema JSON Schema 2020-12, its predicate within the bounds.',
    'Mend the place that detail names. A predicate reads subject, evidence_refs, candidate_atom, mandate, human_presence_receipt and reality, and every branch of it is one of the eight results.',
  ),
  capability_manifest_imports_unresolved: integrity(
    'Every import must be a manifest of this tenant, unchanged.',
    'Publish what is imported in this tenant first, and pin it by its manifestHash or not at all.',
  ),
  capability_manifest_imports_cyclic: integrity(
    'A capability must not rest on itself through its imports.',
    'Leave out the import that leads back to this capability.',
  ),
  capability_publisher_unsigned: integrity(
    'In production, a manifest is signed by its publisher.',
    "In production, sign the manifest with its publisher's key.",
    {
      production_only: true,
    },
  ),
  capability_attestation_missing: integrity(
    'In production, a manifest carries an attestation.',
    'In production, have somebody else than the publisher attest the manifest.',
    {
      production_only: true,
    },
  ),
  capability_self_publication_refused: authority(
    'A manifest is published by somebody else than itself and attested by somebody else than its publisher.',
    'Name a publisher that is no capability, and an attestor other than the publisher, or none.',
  ),
  capability_manifest_version_conflict: state(
    'A name and version stand for one manifest.',
    'Publish the changed manifest under another version.',
  ),
  capability_manifest_unknown: unknown(
    'The manifest or capability must be one of this tenant.',
    'Name a capability or manifest that capability.publish answered in this tenant.',
  ),
  capability_policy_evaluation_failed: integrity(
    'A predicate must answer within its bounds; nothing else passes.',
    'Send every field that the predicates read, of the type that they compare, in a context within the bounds that detail names.',
  ),
} as const
