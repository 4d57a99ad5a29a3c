import type { Row } from './row.ts'

const read = { bearer: true, outcome: 'verified' } as const
const durable = { state: 'staging-durable' } as const
const admitted = { ...durable, outcome: 'admitted' } as const

export const inspection: readonly Row[] = [
  {
    operation: 'tenant.self',
    call: 'GET /v1/tenant/self',
    state: 'shape-only',
    ...read,
    response: 'tenant productionAdmission=false',
  },
  {
    operation: 'commit.recent',
    call: 'GET /v1/commits/recent',
    ...durable,
    ...read,
    response: 'commits durable',
  },
  {
    operation: 'm7.state',
    call: 'GET /v1/m7/state',
    ...durable,
    ...read,
    response: `remoteDurable rawDbExposed=false productionAdmission=false
      counts.atoms counts.evidenceBundles counts.passkeyBindings counts.sessionLifecycles`,
  },
  {
    operation: 'refusal.codes',
    call: 'GET /v1/refusals/codes',
    state: 'shape-only',
    ...read,
    response: 'codes',
  },
  {
    operation: 'refusal.registry',
    call: 'GET /v1/refusals/registry',
    state: 'shape-only',
    ...read,
    response: `entries.0.code entries.0.category entries.0.guard_rule entries.0.privacy_posture
      entries.0.runtime_taxonomy`,
  },
  {
    operation: 'evidence.connectors.status',
    call: 'GET /v1/evidence/connectors/status',
    ...durable,
    ...read,
    response: 'rawConnectorPayloadExposed=false',
  },
  {
    operation: 'authority.package.status',
    call: 'GET /v1/authority/packages/status',
    ...durable,
    ...read,
    response: '',
  },
]

export const tenancy: readonly Row[] = [
  {
    operation: 'tenant.create',
    call: 'POST /v1/tenants/create',
    ...admitted,
    request: {
      ref: `tenant? requested_tenant? company? parent? authority_epoch? home_reality? signing_key? encryption_key?
        key_custody_attestation?`,
      string: 'host? auth_policy?',
      boolean: 'fixture contains_customer_data?',
      any: 'raw_customer_payload?',
    },
    response: `tenant host company status=candidate tenant_key_custody tenant_key_custody_bound durable_state
      raw_customer_data_stored=false production_admission=false`,
    refusals: `tenant_onboarding_raw_payload_refused tenant_onboarding_invalid_tenant_ref
      tenant_onboarding_existing_tenant_refused tenant_onboarding_host_conflict`,
  },
  {
    operation: 'company.bootstrap',
    call: 'POST /v1/companies/bootstrap',
    ...admitted,
    request: {
      ref: 'tenant? tenant_onboarding? company?',
      string: 'legal_name? legal_name_hash? legal_form? jurisdiction? register_number_hash?',
      refs: 'verification_evidence?',
      boolean: 'fixture contains_customer_data?',
      any: 'raw_register_payload?',
    },
    response: `company jurisdiction status=bootstrapped_fixture durable_state raw_customer_data_stored=false
      raw_register_payload_stored=false raw_legal_name_stored=false production_admission=false`,
    refusals: 'company_bootstrap_raw_register_payload_refused',
  },
]

const rate = 'window_seconds attempt_count soft_limit lockout_threshold lockout_seconds'
const rawCaller = 'raw_ip_address? raw_user_agent? raw_credential_id?'
const flags = 'contains_customer_data? contains_biometric_material?'
const storedFlags = `source_ip_raw_stored=false raw_user_agent_stored=false raw_credential_id_stored=false
  raw_biometric_material_stored=false raw_session_token_stored=false`
const privacy = (names: string): string => names.replaceAll(/(\w+)/g, 'privacy_boundary.$1=false')

export const signIn: readonly Row[] = [
  {
    operation: 'auth.loginStart',
    call: 'POST /v1/auth/login/start',
    ...durable,
    outcome: 'verified',
    request: {
      ref: 'tenant? subject passkey_binding? policy_ref device_binding',
      string: `relying_party_id origin source_ip_hash ${rawCaller}`,
      strings: 'scopes',
      number: rate,
      boolean: `fixture production_login ${flags}`,
    },
    response: `login_attempt auth_rate_limit_evaluation rate_limit_decision challenge.id
      public_key_credential_request_options.challenge public_key_credential_request_options.rp_id
      passkey_binding.id passkey_binding.credential_id_hash durable_records.rate_limit durable_records.challenge
      durable_records.login_attempt webauthn_origin_policy authority_boundaries ${storedFlags}
      ${privacy('raw_assertion_bytes_stored raw_credential_id_stored biometric_material_seen_by_gestalt production_admission')}
      database_locator_exposed=false production_login=false production_admission=false`,
    refusals: 'auth_rate_limit_throttled auth_rate_limit_locked',
  },
  {
    operation: 'auth.loginFinish',
    call: 'POST /v1/auth/login/finish',
    ...admitted,
    request: {
      ref: `tenant? actor vessel standing human_presence_receipt login_challenge auth_rate_limit_evaluation holder_key
        device_binding session passkey_binding?`,
      strings: 'scopes',
      number: 'expires_in_seconds',
      boolean: 'fixture production_login production_session',
    },
    response: `session session_lifecycle bearer_token token_type=Bearer token_commitment human_presence_receipt
      login_challenge auth_rate_limit_evaluation satisfies_sensitive_approval_requirement=true
      identity_binding_created=false standing_created=false company_authority_created=false
      raw_session_token_exposed_in_proof=false fixture_session=true production_login=false production_session=false
      production_admission=false ${storedFlags} signer durable_commit durable_state`,
  },
  {
    operation: 'auth.session.exchange',
    call: 'POST /v1/auth/session/exchange',
    state: 'fixture-rehearsed',
    outcome: 'verified',
    bearer: true,
    response: 'token token_type=Bearer session tenant production_admission=false',
  },
  {
    operation: 'auth.sessionIssue',
    call: 'POST /v1/auth/sessions/issue',
    ...admitted,
    request: {
      ref: 'tenant? actor vessel standing human_presence_receipt holder_key device_binding session',
      strings: 'scopes',
      number: 'expires_in_seconds',
      boolean: 'fixture production_session',
    },
    response: `session session_lifecycle bearer_token token_type=Bearer token_commitment raw_session_token_stored=false
      raw_session_token_exposed_in_proof=false fixture_session=true production_session=false signer durable_commit
      durable_state production_admission=false`,
  },
  {
    operation: 'auth.sessionInspect',
    call: 'POST /v1/auth/sessions/inspect',
    ...durable,
    ...read,
    request: { ref: 'tenant? session?' },
    response: `session session_lifecycle tenant actor vessel standing scopes holder_key issued_at expires_at
      token_commitment fixture_session production_session revoked stale_key raw_session_token_exposed
      raw_session_token_stored_durably database_locator_exposed production_admission=false`,
    refusals: 'auth_session_inspect_session_mismatch auth_session_unknown',
  },
  {
    operation: 'auth.sessionRefresh',
    call: 'POST /v1/auth/sessions/refresh',
    ...admitted,
    bearer: true,
    request: {
      ref: 'tenant? human_presence_receipt holder_key device_binding session',
      strings: 'scopes',
      number: 'expires_in_seconds',
      boolean: 'fixture production_session',
    },
    response: `session previous_session session_lifecycle bearer_token token_type=Bearer token_commitment
      previous_token_commitment scope_expansion_allowed=false previous_session_remains_valid=true
      raw_session_token_stored raw_session_token_exposed_in_proof fixture_session production_session signer
      durable_commit durable_state production_admission=false`,
    refusals: 'auth_session_refresh_scope_expansion_refused',
  },
  {
    operation: 'authority.sessionRevoke',
    call: 'POST /v1/authority/sessions/revoke',
    ...admitted,
    request: { ref: 'tenant? session', boolean: 'enforce_runtime_overlay' },
    response: `session_lifecycle session revoked=true enforced_in_runtime_overlay raw_session_token_exposed=false signer
      durable_commit durable_state production_admission=false`,
  },
  {
    operation: 'auth.rateLimitEvaluate',
    call: 'POST /v1/auth/rate-limit/evaluate',
    ...durable,
    outcome: 'verified',
    request: {
      ref: 'tenant? policy_ref subject device_binding',
      string: `route action source_ip_hash ${rawCaller}`,
      number: rate,
      boolean: 'fixture production_login enforce_runtime_overlay contains_customer_data?',
    },
    response: `auth_rate_limit_evaluation policy subject route action decision=allow allowed=true failed_gate
      retry_after_seconds=0 source_ip_hash device_binding source_ip_raw_stored=false raw_user_agent_stored=false
      raw_credential_id_stored=false enforced_in_runtime_overlay production_login=false production_admission=false
      durable_state`,
    refusals: 'auth_rate_limit_throttled auth_rate_limit_locked',
  },
  {
    operation: 'auth.recoveryPolicy',
    call: 'POST /v1/auth/recovery/policy',
    ...admitted,
    request: {
      ref: 'tenant? actor vessel standing passkey_binding human_presence_receipt recovery_policy_ref',
      string: 'recovery_policy_hash',
      strings: 'recovery_contact_hashes recovery_methods',
      boolean: `fixture production_login ${flags} create_standing_from_recovery?`,
      any: 'raw_recovery_secret? raw_recovery_contact?',
    },
    response: `auth_recovery_policy passkey_binding human_presence_receipt recovery_policy_hash recovery_contact_hashes
      recovery_methods raw_recovery_secret_stored=false raw_recovery_contact_stored=false
      raw_biometric_material_stored=false identity_binding_created=false standing_created=false
      company_authority_created=false signer durable_commit durable_state production_login production_admission=false`,
  },
  {
    operation: 'auth.recoveryExecute',
    call: 'POST /v1/auth/recovery/execute',
    ...admitted,
    request: {
      ref: `tenant? actor vessel standing recovery_policy recovery_execution_ref replacement_passkey_binding
        human_presence_receipt device_binding`,
      string: 'recovery_contact_hash',
      boolean: `fixture production_login ${flags} create_identity_binding_from_recovery? create_standing_from_recovery?
        create_company_authority_from_recovery?`,
      any: 'raw_recovery_secret? raw_recovery_contact?',
    },
    response: `auth_recovery_execution auth_recovery_policy replacement_passkey_binding human_presence_receipt
      recovery_contact_hash recovery_policy_consumed=true raw_recovery_secret_stored=false
      raw_recovery_contact_stored=false identity_binding_created=false standing_created=false
      company_authority_created=false signer durable_commit durable_state production_login production_admission=false`,
  },
]
