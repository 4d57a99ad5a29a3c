import { authority, integrity, presence, privacy, request, state, unknown } from '../refusal.ts'

export const humanAuthRefusals = {
  human_auth_origin_refused: integrity(
    'The origin must be https, or http on the loopback, at or below the relying party id.',
  ),
  human_auth_challenge_unknown: unknown(
    'The challenge must have been issued in this tenant for this ceremony.',
  ),
  human_auth_challenge_expired: state('The challenge must be fresh.'),
  human_auth_challenge_replayed: state('A challenge is used once.'),
  human_auth_relying_party_mismatch: integrity('The relying party must be that of the challenge.'),
  human_auth_registration_invalid: integrity('The registration must pass WebAuthn Level 3, section 7.1.'),
  human_auth_assertion_invalid: integrity('The assertion must pass WebAuthn Level 3, section 7.2.'),
  human_auth_assertion_required: presence(
    'Behind a real gate, presence needs a passkey assertion; only built-in sessions rehearse.',
  ),
  human_auth_enrolment_required: authority(
    'A passkey is enrolled by a session of its subject, or by the enrolment token of a new tenant, once.',
  ),
  human_auth_passkey_already_bound: state(
    'The credential must not be bound in this tenant and relying party.',
  ),
  human_auth_passkey_binding_unknown: unknown('The passkey binding must be known in this tenant.'),
  human_auth_passkey_cannot_create_authority: authority(
    'A passkey creates no identity binding, standing or company authority.',
  ),
  human_auth_passkey_counter_regressed: integrity('The signature counter of a passkey must move forward.'),
  human_auth_passkey_credential_mismatch: integrity('The credential must be the one that is bound.'),
  human_auth_passkey_public_key_invalid: integrity(
    'The public key must be an ES256 key as an uncompressed point, and hash to the hash beside it.',
  ),
  human_auth_passkey_revoked: state('The passkey must not have been revoked.'),
  human_auth_passkey_user_not_verified: presence('The authenticator must have verified its user.'),

  human_auth_passkey_lifecycle_fixture_only: authority('Passkey lifecycle runs in fixture mode only.'),
  human_auth_passkey_lifecycle_raw_material_refused: privacy(
    'Passkey lifecycle takes hashes, never raw material.',
  ),
  human_auth_passkey_lifecycle_cannot_create_authority: authority(
    'Passkey lifecycle creates no identity binding, standing or company authority.',
  ),
  human_auth_passkey_lifecycle_subject_mismatch: authority('The passkey must be of the subject.'),
  human_auth_passkey_lifecycle_hash_required: request('The reason must be given as a hash.'),
  human_auth_passkey_lifecycle_presence_missing: presence('Passkey lifecycle needs a presence receipt.'),
  human_auth_passkey_lifecycle_presence_invalid: presence(
    'The presence receipt must be fresh, over the passkey concerned, with a lifecycle scope.',
  ),
  human_auth_passkey_lifecycle_same_binding: request('A passkey is not rotated to itself.'),
  human_auth_passkey_lifecycle_replayed: state('A passkey is rotated once, and never in a circle.'),

  human_auth_face_match_consent_missing: presence('A face match needs explicit consent.'),
  human_auth_face_match_rejected: integrity('The faces must be of the same person.'),
  human_auth_face_match_low_quality: integrity('The picture must be good enough to compare.'),
  human_auth_face_match_spoof_detected: integrity('The face must be a living one.'),
} as const
