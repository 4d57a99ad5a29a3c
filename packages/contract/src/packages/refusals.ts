import { authority, evidence, integrity, privacy, state, unknown } from '../refusal.ts'

export const packageRefusals = {
  authority_package_publisher_private_key_refused: privacy('A private key never reaches the runtime.'),
  authority_package_publisher_trust_missing: authority(
    'Publishers are onboarded in fixture mode only: fixture must be true.',
  ),
  authority_package_reviewer_standing_missing: authority(
    'A reviewer reviews under a standing that is in force.',
  ),
  authority_package_reviewer_conflict: authority('A reviewer must be free of conflicts.'),
  authority_package_reviewer_trust_missing: authority(
    'Reviewers are onboarded in fixture mode only, without raw notes.',
  ),
  authority_package_trust_public_key_invalid: integrity(
    'The key must be an ES256 key as an uncompressed point of P-256, and hash to the hash beside it.',
  ),
  authority_package_publisher_unknown: unknown('The publisher trust must be one of this tenant.'),
  authority_package_reviewer_unknown: unknown('The reviewer trust must be one of this tenant.'),
  authority_package_unknown: unknown('The package must be one of this tenant.'),
  authority_package_signature_invalid: integrity(
    "The signature must be ES256 by the onboarded key over the hash's 32 bytes.",
  ),
  authority_package_version_conflict: state(
    'A name belongs to one publisher; a version of it and a package hash belong to each other.',
  ),
  authority_package_stale: state(
    'A package moves from imported to candidate, reviewed and active, and never back.',
  ),
  authority_package_self_review: authority('A publisher does not review its own package, under any name.'),
  authority_package_review_replayed: state('A signed review hash speaks of one package and one decision.'),
  authority_package_review_missing: evidence(
    'A package is activated on an approving review, and while no reviewer rejects it.',
  ),
} as const
