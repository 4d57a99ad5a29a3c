import { authority, request, state, unknown } from '../refusal.ts'

export const sessionRefusals = {
  session_exchange_primary_required: authority(
    'Session exchange takes the primary fixture token.',
    'Call with the primary fixture token. Other sessions are renewed by auth.sessionRefresh.',
  ),
  auth_session_fixture_prefix_required: request(
    'An issued session is named auth_session:fixture_<id>.',
    'Name the session auth_session:fixture_ and an identifier of your own.',
  ),
  auth_session_expiry_out_of_range: request(
    'A session lives for 1 to 86400 whole seconds.',
    'Send expires_in_seconds as a whole number from 1 to 86400.',
  ),
  auth_session_already_exists: state(
    'A session ref is used once.',
    'Choose a session ref that this tenant has not used and no built-in session has.',
  ),
  auth_session_unknown: unknown(
    'The session must be one of this tenant.',
    'Name a session of this tenant. To inspect or refresh a built-in session, leave tenant out.',
  ),
  auth_session_inspect_session_mismatch: authority(
    'A session inspects itself alone.',
    'Leave session out, or name the session whose bearer is sent; auth.sessionList shows the others.',
  ),
  auth_session_holder_mismatch: authority(
    'A session is refreshed with the holder key and the device binding that it was issued to.',
    'Send the holder_key and the device_binding of the session that calls: auth.sessionInspect shows both.',
  ),
  auth_session_refresh_scope_expansion_refused: authority(
    'A refresh cannot widen the scopes.',
    'Ask for scopes that the calling session holds, or sign in again for wider ones.',
  ),
  auth_session_scope_exceeded: authority(
    'The scopes of a new session must lie within those it is issued under.',
    'Ask for scopes that the caller holds, and in a login for those that it was started with.',
  ),
  auth_session_built_in_protected: authority(
    'In a durable store a built-in session is revoked by its own bearer alone.',
    'Revoke it with its own bearer token.',
  ),
} as const
