import { authority, request, state, unknown } from '../refusal.ts'

export const sessionRefusals = {
  session_exchange_primary_required: authority('Session exchange takes the primary fixture token.'),
  auth_session_fixture_prefix_required: request('An issued session is named auth_session:fixture_<id>.'),
  auth_session_expiry_out_of_range: request('A session lives for 1 to 86400 whole seconds.'),
  auth_session_already_exists: state('A session ref is used once.'),
  auth_session_unknown: unknown('The session must be one of this tenant.'),
  auth_session_inspect_session_mismatch: authority('A session inspects itself alone.'),
  auth_session_holder_mismatch: authority(
    'A session is refreshed with the holder key and the device binding that it was issued to.',
  ),
  auth_session_refresh_scope_expansion_refused: authority('A refresh cannot widen the scopes.'),
  auth_session_scope_exceeded: authority(
    'The scopes of a new session must lie within those it is issued under.',
  ),
  auth_session_built_in_protected: authority(
    'In a durable store a built-in session is revoked by its own bearer alone.',
  ),
} as const
