import { authority, evidence, integrity, privacy, state, unknown } from '../refusal.ts'

export const packageRefusals = {
  authority_package_publisher_private_key_refused: privacy(
    'A private key never reaches the runtime.',
    'Leave out private_key_material and keep the key; send the public one as public_key_uncompressed_hex.',
  ),
  authority_package_publisher_trust_missing: authority(
    'Publishers are onboarded in fixture mode only: fixture must be true.',
    'Send fixture: true.',
  ),
  authority_package_reviewer_standing_missing: authority(
    'A reviewer reviews under a standing that is in force.',
    'Onboard the reviewer under a standing that is in force: an active grant or mandate of this tenant, or a standing: reference.',
  ),
  authority_package_reviewer_conflict: authority(
    'A reviewer must be free of conflicts.',
    'Have somebody without a conflict review, and send reviewer_conflict as false, or not at all.',
  ),
  authority_package_reviewer_trust_missing: authority(
    'Reviewers are onboarded in fixture mode only, without raw notes.',
    'Send fixture: true, and leave out raw_reviewer_notes and every other raw_ field.',
  ),
  authority_package_trust_public_key_invalid: integrity(
    'The key must be an ES256 key as an uncompressed point of P-256, and hash to the hash beside it.',
    'Send public_key_algorithm ES256, the key as 04 and 128 hex digits of a point on P-256, and public_key_hash as SHA-256 over its 65 bytes, or not at all.',
  ),
  authority_package_publisher_unknown: unknown(
    'The publisher trust must be one of this tenant.',
    'Onboard the publisher in this tenant, and send the publisher_trust that it answers.',
  ),
  authority_package_reviewer_unknown: unknown(
    'The reviewer trust must be one of this tenant.',
    'Onboard the reviewer in this tenant, and send the reviewer_trust that it answers.',
  ),
  authority_package_unknown: unknown(
    'The package must be one of this tenant.',
    'Name a package that authority.package.import answered in this tenant.',
  ),
  authority_package_signature_invalid: integrity(
    "The signature must be ES256 by the onboarded key over the hash's 32 bytes.",
    'Sign the 32 bytes that the hash names with the onboarded key, and send r and s as 128 hex digits. Who was onboarded without a key is onboarded again with one.',
  ),
  authority_package_version_conflict: state(
    'A name belongs to one publisher; a version of it and a package hash belong to each other.',
    'Import what changed as a new version with its own hash; a name stays with the publisher who began it.',
  ),
  authority_package_stale: state(
    'A package moves from imported to candidate, reviewed and active, and never back.',
    'Take the step that follows the status in detail: candidate, review, activate. What has ended is imported as a new version.',
  ),
  authority_package_self_review: authority(
    'A publisher does not review its own package, under any name.',
    'Have somebody else review, who is not the publisher and has another key.',
  ),
  authority_package_review_replayed: state(
    'A signed review hash speaks of one package and one decision.',
    'Sign a review_hash of its own for every package and decision.',
  ),
  authority_package_review_missing: evidence(
    'A package is activated on an approving review, and while no reviewer rejects it.',
    'Have a reviewer approve the package, and whoever rejected it approve it since.',
  ),
} as const
