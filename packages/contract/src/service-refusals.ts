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
  request_malformed: request('The request must be JSON of the documented shape.'),
  query_malformed: request('Query parameters must be of the documented form.'),
  payload_too_large: size('The body must not exceed the configured limit.'),
  media_type_unsupported: size('A body must be application/json.', { status: 415 }),
  host_not_allowed: authority(
    'An open runtime answers only to a loopback name and without a proxy in between.',
  ),
  route_unknown: unknown('The method and path must be of the contract.'),
  method_not_allowed: unknown('The path exists, with the methods that Allow names.', { status: 405 }),

  bearer_required: authentication('This operation needs a bearer token.'),
  token_tampered: authentication('The bearer token must be one that this runtime issued, unchanged.'),
  session_unknown: authentication('The bearer token must belong to a session of this runtime.'),
  session_expired: authentication('The session must not have expired.'),
  session_revoked: authentication('The session must not have been revoked.'),
  auth_session_stale_key: authentication("The session's holder key must not have been rotated away."),
  scope_mismatch: authority('The session must hold a scope that covers the operation.'),
  tenant_mismatch: authority("The tenant named must be the session's own."),

  raw_material_refused: privacy('Raw material is refused: send a hash or a reference in its place.'),
  customer_data_forbidden: privacy('Customer data must not enter the staging runtime.'),
  biometric_material_forbidden: privacy('Biometric material must not reach the runtime.'),
  production_admission_closed: authority('Production admission is closed.'),
  koerper_fixture_only: authority('The operation runs in fixture mode only: fixture must be true.'),
  hash_malformed: request('A hash starts with sha256: and is not empty.'),
  required_evidence_missing: evidence('The evidence that the operation relies on must be cited.'),

  idempotency_key_reused: integrity('An Idempotency-Key stands for one body only.'),
  idempotency_in_flight: state('The first call with this Idempotency-Key is still running.', {
    retry: 'later',
  }),
  hosted_operator_grant_missing: authority(
    'With root signing disabled, commits need a live hosted-operator grant in a durable store.',
  ),

  human_presence_receipt_unknown: presence('The presence receipt must be one of this tenant.'),
  human_presence_receipt_expired: presence('The presence receipt must be fresh.'),
  human_presence_subject_mismatch: presence('The presence receipt must be of the acting person.'),
  human_presence_receipt_consumed: presence('A presence receipt is consumed once.'),
  human_presence_webauthn_required: presence(
    'Behind a real gate, presence is a passkey assertion over a binding of the same tenant and person.',
  ),

  internal_error: internal('Something failed inside the runtime; the cause is in its log.'),
  store_unavailable: unavailable('The store must be reachable.'),
  store_full: unavailable('The memory store must have room.'),
  ceremony_rate_limited: rateLimit(
    'Ceremonies from one address, and in one tenant, must stay under the rate of the server.',
  ),
  shutting_down: unavailable('The server is stopping and takes no new requests.'),
} as const

/** Codes that guards, access and transport may answer for any operation, whether it lists them or not. */
export type ServiceCode = keyof typeof serviceRefusals
