const form = document.querySelector('#form')
const output = document.querySelector('#output')
const site = { relying_party_id: location.hostname, origin: location.origin }
const device_binding = 'device_binding:browser'
const vessel = 'vessel:browser'
const standing = 'standing:browser'

/** What the page remembers: the passkeys it registered, newest last, and the session it holds. */
const memory = { bindings: [], token: '', sessions: 0 }

class Refused extends Error {}

const field = (name) => form.elements[name].value
const person = () => ({ tenant: field('tenant'), subject: field('subject') })

async function call(path, body) {
  const headers = { 'content-type': 'application/json' }
  if (memory.token) headers.authorization = `Bearer ${memory.token}`
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const envelope = await response.json()
  if (envelope.outcome === 'refused') throw new Refused(envelope.body.refusal_code)
  return envelope.body
}

const acts = {
  async register() {
    const { challenge, public_key_credential_creation_options: options } = await call(
      '/v1/human-auth/passkey/registration/options',
      {
        ...person(),
        ...site,
        user_handle_hash: 'sha256:handle',
        user_name_hash: 'sha256:name',
        user_display_name_hash: 'sha256:display-name',
        attestation: 'none',
        authenticator_attachment: 'platform',
        resident_key: 'required',
        user_verification: field('user_verification'),
        exclude_credential_id_hashes: [],
      },
    )
    const selection = options.authenticator_selection
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
      challenge: options.challenge,
      rp: options.rp,
      user: { id: options.user.id_b64url, name: 'ada', displayName: 'Ada' },
      pubKeyCredParams: options.pub_key_cred_params,
      authenticatorSelection: {
        authenticatorAttachment: selection.authenticator_attachment,
        residentKey: selection.resident_key,
        userVerification: selection.user_verification,
      },
      attestation: options.attestation,
      timeout: options.timeout_ms,
    })
    const created = await navigator.credentials.create({ publicKey })
    const registered = await call('/v1/human-auth/passkey/register', {
      ...person(),
      ...site,
      challenge: challenge.id,
      credential: created.toJSON(),
      enrolment_token: field('enrolment_token') || undefined,
      fixture: true,
    })
    memory.bindings.push(registered.passkey_binding)
    return registered
  },

  async signIn() {
    const { tenant, subject } = person()
    const started = await call('/v1/auth/login/start', {
      ...person(),
      ...site,
      scopes: ['*'],
      policy_ref: 'auth_rate_limit_policy:page',
      source_ip_hash: 'sha256:address',
      device_binding,
      window_seconds: 300,
      attempt_count: 0,
      soft_limit: 5,
      lockout_threshold: 10,
      lockout_seconds: 900,
      fixture: true,
      production_login: false,
    })
    const { challenge, public_key_credential_request_options: options, auth_rate_limit_evaluation } = started
    const human_presence_receipt = await answer(challenge.id, options)
    const finished = await call('/v1/auth/login/finish', {
      tenant,
      actor: subject,
      vessel,
      standing,
      human_presence_receipt,
      login_challenge: challenge.id,
      auth_rate_limit_evaluation,
      holder_key: 'key_registry:browser',
      device_binding,
      session: `auth_session:fixture_browser_${++memory.sessions}`,
      scopes: ['*'],
      expires_in_seconds: 3600,
      fixture: true,
      production_login: false,
      production_session: false,
    })
    memory.token = finished.bearer_token
    return finished
  },

  inspect: () => call('/v1/auth/sessions/inspect', {}),

  async revoke() {
    return call('/v1/human-auth/passkey/revoke', {
      ...person(),
      passkey_binding: memory.bindings.at(-1),
      human_presence_receipt: await prove(['passkey_revoke']),
      reason_hash: 'sha256:lost-device',
      enforce_runtime_overlay: true,
    })
  },

  async rotate() {
    const old_passkey_binding = memory.bindings.at(-1)
    const { passkey_binding } = await acts.register()
    return call('/v1/human-auth/passkey/rotate', {
      ...person(),
      old_passkey_binding,
      replacement_passkey_binding: passkey_binding,
      human_presence_receipt: await prove(['passkey_rotate']),
      reason_hash: 'sha256:new-device',
      enforce_runtime_overlay: true,
    })
  },

  async prepareRecovery() {
    return call('/v1/auth/recovery/policy', {
      ...recovering(await prove([])),
      passkey_binding: memory.bindings.at(-1),
      recovery_policy_ref: 'auth_recovery_policy:page',
      recovery_policy_hash: 'sha256:policy',
      recovery_contact_hashes: ['sha256:friend'],
      recovery_methods: ['trusted_contact'],
    })
  },

  async recover() {
    const { passkey_binding } = await acts.register()
    return call('/v1/auth/recovery/execute', {
      ...recovering(await prove([])),
      recovery_policy: 'auth_recovery_policy:page',
      recovery_execution_ref: 'auth_recovery_execution:page',
      replacement_passkey_binding: passkey_binding,
      device_binding,
      recovery_contact_hash: 'sha256:friend',
    })
  },
}

function recovering(human_presence_receipt) {
  const { tenant, subject } = person()
  return {
    tenant,
    actor: subject,
    vessel,
    standing,
    human_presence_receipt,
    fixture: true,
    production_login: false,
  }
}

/** Presence by the passkey that the device holds. */
async function prove(scopes) {
  const { challenge, public_key_credential_request_options: options } = await call(
    '/v1/human-auth/passkey/assertion/options',
    { ...person(), ...site, scopes, user_verification: field('user_verification') },
  )
  return answer(challenge.id, options)
}

async function answer(challenge, { challenge: bytes, rp_id, user_verification, timeout_ms }) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    challenge: bytes,
    rpId: rp_id,
    userVerification: user_verification,
    timeout: timeout_ms,
  })
  const got = await navigator.credentials.get({ publicKey })
  const { tenant } = person()
  const verified = await call('/v1/human-auth/passkey/verify', { tenant, challenge, assertion: got.toJSON() })
  return verified.humanPresenceReceipt
}

async function act(name) {
  output.textContent = ''
  try {
    output.textContent = JSON.stringify(await acts[name]())
  } catch (error) {
    output.textContent = JSON.stringify({ refused: error instanceof Refused ? error.message : error.name })
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void act(event.submitter.value)
})
