import {
  authentication,
  authority,
  evidence,
  integrity,
  internal,
  presence,
  privacy,
  rateLimit,
  request,
  size,
  state,
  unavailable,
  unknown,
} from './refusal.ts'

/** Codes that belong to the service as a whole, not to one domain. */
export const serviceRefusals = {
  request_malformed: request(
    'The request must be JSON of the documented shape.',
    "Send JSON of the shape that the operation's page shows; detail and fields say where the request departs from it.",
  ),
  query_malformed: request(
    'Query parameters must be of the documented form.',
    "Send the parameters that the operation's page shows; detail says which one departs from its form.",
  ),
  payload_too_large: size(
    'The body must not exceed the configured limit.',
    'Keep the body within the bytes that detail names, or have the operator raise MEMBRANE_BODY_LIMIT_BYTES.',
  ),
  media_type_unsupported: size(
    'A body must be application/json.',
    'Send the header Content-Type: application/json.',
    { status: 415 },
  ),
  host_not_allowed: authority(
    'An open runtime answers only to a loopback name, without a proxy in between, and to no page of elsewhere.',
    'Call localhost or 127.0.0.1 directly. To serve under another name or through a proxy, set MEMBRANE_BEARER.',
  ),
  route_unknown: unknown(
    'The method and path must be of the contract.',
    'Take method and path from /docs or from /openapi.json.',
  ),
  method_not_allowed: unknown(
    'The path exists, with the methods that Allow names.',
    'Use one of the methods that the Allow header names.',
    { status: 405 },
  ),

  bearer_required: authentication(
    'This operation needs a bearer token.',
    'Send Authorization: Bearer and the token of a session; on the loopback, membrane-fixture-session-primary.',
  ),
  token_tampered: authentication(
    'The bearer token must be one that this runtime issued, unchanged.',
    'Send the token exactly as this runtime issued it. A runtime in memory forgets its tokens when it stops: sign in again.',
  ),
  session_unknown: authentication(
    'The bearer token must belong to a session of this runtime.',
    'Sign in to this runtime, and send the token that it answers.',
  ),
  session_expired: authentication(
    'The session must not have expired.',
    'Sign in again. Before its expires_at, a session can be refreshed.',
  ),
  session_revoked: authentication(
    'The session must not have been revoked.',
    'Sign in again: a revocation that is enforced does not end.',
  ),
  auth_session_stale_key: authentication(
    "The session's holder key must not have been rotated away.",
    'Sign in again under the key that replaced it.',
  ),
  scope_mismatch: authority(
    'The session must hold a scope that covers the operation.',
    "Call with a session whose scopes hold the operation's name, a dotted prefix of it, or *.",
  ),
  tenant_mismatch: authority(
    "The tenant named must be the session's own.",
    "Name the session's own tenant, or leave tenant out. Only built-in sessions may name any.",
  ),

  raw_material_refused: privacy(
    'Raw material is refused: send a hash or a reference in its place.',
    'Leave out every field that begins with raw_, at any depth; keep the material, and send its hash or a reference.',
  ),
  customer_data_forbidden: privacy(
    'Customer data must not enter the staging runtime.',
    "Rehearse with data that is nobody's, and send the flag that detail names as false, or not at all.",
  ),
  biometric_material_forbidden: privacy(
    'Biometric material must not reach the runtime.',
    'Keep biometric material on the device, and send contains_biometric_material as false, or not at all.',
  ),
  production_admission_closed: authority(
    'Production admission is closed.',
    'Rehearse: send the flag that detail names as false, or not at all. No setting opens production.',
  ),
  koerper_fixture_only: authority(
    'The operation runs in fixture mode only: fixture must be true.',
    'Send fixture: true.',
  ),
  hash_malformed: request(
    'A hash starts with sha256: and is not empty.',
    'Send sha256: and the hash: 64 lower-case hex digits where the runtime computes it again.',
  ),
  required_evidence_missing: evidence(
    'The evidence that the operation relies on must be cited.',
    'Cite the evidence bundle that the operation asks for, in evidence or advisor_evidence; what a cited capability requires stands in its manifest.',
  ),
  reality_record_cites_projected: authority(
    'Nothing in the record rests on an atom of a projection.',
    'Promote the projection and cite what it became in the record; leave leak_to_record out, or false.',
  ),

  idempotency_key_reused: integrity(
    'An Idempotency-Key stands for one body only.',
    'Use a new Idempotency-Key for the new body, or send the first body again to get its answer.',
  ),
  idempotency_in_flight: state(
    'The first call with this Idempotency-Key is still running.',
    'Wait for the first call to end, then send the same again: it gets the first answer.',
    {
      retry: 'later',
    },
  ),
  hosted_operator_grant_missing: authority(
    'With root signing disabled, commits need a live hosted-operator grant in a durable store.',
    'Have a built-in session call authority.hostedOperator.grant on a durable store, and commit before the grant expires.',
  ),

  human_presence_receipt_unknown: presence(
    'The presence receipt must be one of this tenant.',
    'Cite a receipt that a ceremony of this tenant answered. A login takes those of humanAuth.verifyPasskey alone.',
  ),
  human_presence_receipt_expired: presence(
    'The presence receipt must be fresh.',
    'Prove presence again, and use the receipt within five minutes.',
  ),
  human_presence_subject_mismatch: presence(
    'The presence receipt must be of the acting person.',
    'Have the person who acts prove presence, and cite that receipt.',
  ),
  human_presence_receipt_consumed: presence(
    'A presence receipt is consumed once.',
    'Prove presence again: a receipt serves one login, one approval and one sensitive effect, and behind a real gate one of them in all.',
  ),
  human_presence_webauthn_required: presence(
    'Behind a real gate, presence is a passkey assertion over a binding of the same tenant and person.',
    'Have the person sign the challenge with a passkey of this tenant, and send the assertion to humanAuth.verifyPasskey.',
  ),

  internal_error: internal(
    'Something failed inside the runtime; the cause is in its log.',
    'Give the operator the Membrane-Request-Id of the answer: the cause stands beside it in the log.',
  ),
  store_unavailable: unavailable(
    'The store must be reachable.',
    'Send the same request again after Retry-After. Under an Idempotency-Key it happens once, however often it is sent.',
  ),
  store_full: unavailable(
    'The memory store must have room.',
    'Have the operator raise MEMBRANE_ATOMS_MAX or set MEMBRANE_DATABASE_URL, and start again.',
  ),
  ceremony_rate_limited: rateLimit(
    'Ceremonies from one address, and in one tenant, must stay under the rate of the server.',
    'Wait as long as Retry-After says, then begin again.',
  ),
  shutting_down: unavailable(
    'The server is stopping and takes no new requests.',
    "Send the same request again after Retry-After, to the server that takes this one's place.",
  ),
} as const

/** Codes that guards, access and transport may answer for any operation, whether it lists them or not. */
export type ServiceCode = keyof typeof serviceRefusals
