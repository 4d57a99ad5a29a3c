import { authority, integrity, state, unknown } from '../refusal.ts'

export const capabilityRefusals = {
  capability_manifest_malformed: integrity(
    'A manifest must be of the documented shape, its schema JSON Schema 2020-12, its predicate within the bounds.',
  ),
  capability_manifest_imports_unresolved: integrity(
    'Every import must be a manifest of this tenant, unchanged.',
  ),
  capability_manifest_imports_cyclic: integrity('A capability must not rest on itself through its imports.'),
  capability_publisher_unsigned: integrity('In production, a manifest is signed by its publisher.', {
    production_only: true,
  }),
  capability_attestation_missing: integrity('In production, a manifest carries an attestation.', {
    production_only: true,
  }),
  capability_self_publication_refused: authority(
    'A manifest is published by somebody else than itself and attested by somebody else than its publisher.',
  ),
  capability_manifest_version_conflict: state('A name and version stand for one manifest.'),
  capability_manifest_unknown: unknown('The manifest or capability must be one of this tenant.'),
  capability_policy_evaluation_failed: integrity(
    'A predicate must answer within its bounds; nothing else passes.',
  ),
} as const
