import { authority, integrity, presence, privacy, request, state, unknown } from '../refusal.ts'

export const humanAuthRefusals = {
  human_auth_origin_refused: integrity(
    'The origin must be https, or http on the loopback, at or below the relying party id.',
    'Send the origin of the page as the browser says it: https, or http on the loopback, its host equal to relying_party_id or below it.',
  ),
  human_auth_challenge_unknown: unknown(
    'The challenge must have been issued in this tenant for this ceremony.',
    'Use a challenge that this tenant was given for the same ceremony, and in a registration for the same subject.',
  ),
  human_auth_challenge_expired: state(
    'The challenge must be fresh.',
    'Ask for a new challenge, or start a new login, and answer it within five minutes.',
  ),
  human_auth_challenge_replayed: state(
    'A challenge is used once.',
    'Ask for a new challenge, or start a new login: each is answered once.',
  ),
  human_auth_relying_party_mismatch: integrity(
    'The relying party must be that of the challenge.',
    'Send the relying_party_id, and in a registration the origin, that the challenge was issued for.',
  ),
  human_auth_registration_invalid: integrity(
    'The registration must pass WebAuthn Level 3, section 7.1.',
    "Create the credential from the options of this very challenge, and send the browser's answer unchanged; detail names the step that failed.",
  ),
  human_auth_assertion_invalid: integrity(
    'The assertion must pass WebAuthn Level 3, section 7.2.',
    "Sign the options of this very challenge with the passkey, and send the browser's answer unchanged; detail names the step that failed.",
  ),
  human_auth_assertion_required: presence(
    'Behind a real gate, presence needs a passkey assertion; only built-in sessions rehearse.',
    'Send the assertion of the passkey. A built-in session may rehearse instead where no key is bound.',
  ),
  human_auth_enrolment_required: authority(
    'A passkey is enrolled by a session of its subject, or by the enrolment token of a new tenant, once.',
    'Call with a session of the subject in this tenant, or send the enrolment_token that tenant.create answered; it serves once.',
  ),
  human_auth_passkey_already_bound: state(
    'The credential must not be bound in this tenant and relying party.',
    'Use the passkey as it is bound, or create another credential.',
  ),
  human_auth_passkey_binding_unknown: unknown(
    'The passkey binding must be known in this tenant.',
    'Name a passkey that was registered, imported or rehearsed in this tenant.',
  ),
  human_auth_passkey_cannot_create_authority: authority(
    'A passkey creates no identity binding, standing or company authority.',
    'Leave the create_ flags out, or false. Standing comes from standing.grant alone.',
  ),
  human_auth_passkey_counter_regressed: integrity(
    'The signature counter of a passkey must move forward.',
    'Use the authenticator itself. Where its key may have been copied, revoke the passkey and register another.',
  ),
  human_auth_passkey_credential_mismatch: integrity(
    'The credential must be the one that is bound.',
    'Answer with the passkey that is named or that the challenge was issued for; credential_id_hash, where it is sent, is its own.',
  ),
  human_auth_passkey_public_key_invalid: integrity(
    'The public key must be an ES256 key as an uncompressed point, and hash to the hash beside it.',
    'Send public_key_algorithm ES256, the key as 04 and 128 hex digits of a point on P-256, and public_key_hash as SHA-256 over its 65 bytes, or not at all.',
  ),
  human_auth_passkey_revoked: state(
    'The passkey must not have been revoked.',
    'Use a passkey that is still bound, or register another.',
  ),
  human_auth_passkey_user_not_verified: presence(
    'The authenticator must have verified its user.',
    'Have the authenticator verify its user, by PIN or biometrics, and do not send user_verified: false.',
  ),

  human_auth_passkey_lifecycle_fixture_only: authority(
    'Passkey lifecycle runs in fixture mode only.',
    'Send fixture: true, or leave it out.',
  ),
  human_auth_passkey_lifecycle_raw_material_refused: privacy(
    'Passkey lifecycle takes hashes, never raw material.',
    'Leave out raw_credential_id, raw_attestation_object, raw_client_data_json and every other raw_ field.',
  ),
  human_auth_passkey_lifecycle_cannot_create_authority: authority(
    'Passkey lifecycle creates no identity binding, standing or company authority.',
    'Leave the create_ flags out, or false. Standing comes from standing.grant alone.',
  ),
  human_auth_passkey_lifecycle_subject_mismatch: authority(
    'The passkey must be of the subject.',
    'Let subject, passkeys and presence receipt be of one person.',
  ),
  human_auth_passkey_lifecycle_hash_required: request(
    'The reason must be given as a hash.',
    'Send reason_hash: sha256: and the hash of the reason.',
  ),
  human_auth_passkey_lifecycle_presence_missing: presence(
    'Passkey lifecycle needs a presence receipt.',
    'Prove presence with the passkey concerned, in a rotation with the replacement, and send the receipt.',
  ),
  human_auth_passkey_lifecycle_presence_invalid: presence(
    'The presence receipt must be fresh, over the passkey concerned, with a lifecycle scope.',
    'Prove presence over the passkey to revoke, or the replacement to rotate to, from a challenge with the scope passkey_revoke, passkey_rotate or passkey_lifecycle, and use it within five minutes.',
  ),
  human_auth_passkey_lifecycle_same_binding: request(
    'A passkey is not rotated to itself.',
    'Name a replacement_passkey_binding other than the old one.',
  ),
  human_auth_passkey_lifecycle_replayed: state(
    'A passkey is rotated once, and never in a circle.',
    'Rotate the passkey that is in use now, to one that does not lead back to it; rotation_ref and revocation_ref each serve once.',
  ),

  human_auth_face_match_consent_missing: presence(
    'A face match needs explicit consent.',
    "Send consent_ref: a reference to the person's explicit consent.",
  ),
  human_auth_face_match_rejected: integrity(
    'The faces must be of the same person.',
    'Match the person whom subject names; to rehearse that, send scenario same-person, or leave it out.',
  ),
  human_auth_face_match_low_quality: integrity(
    'The picture must be good enough to compare.',
    'Take a better picture; to rehearse that, send scenario same-person, or leave it out.',
  ),
  human_auth_face_match_spoof_detected: integrity(
    'The face must be a living one.',
    'Have the person stand before the camera; to rehearse that, send scenario same-person, or leave it out.',
  ),
} as const
