import { fixtureTokens, limits } from '@membrane/contract'
import { clearance, people, signingKey } from '@membrane/testkit'
import {
  broken,
  enrolAda,
  exampleOf,
  gated,
  login,
  operator,
  present,
  session,
  signIn,
  tenant,
} from './kit.ts'
import type { Scenario, Scenarios, Stage } from './stage.ts'

const claim = exampleOf('standing.claim')
const onboarding = exampleOf('tenant.create')
const self = 'tenant.self'

/** A bearer that is refused, where the primary fixture token is answered. */
function bearer(token: string): Scenario {
  return async (stage) => {
    await stage.refused(self, {}, { token })
    await stage.passes(self)
  }
}

/** The server fails, as an operator would see it, and recovers. */
function outage(fails: (stage: Stage) => void, words: string, after: string): Scenario {
  return async (stage) => {
    fails(stage)
    stage.says(words)
    await stage.refused('standing.claim', claim)
    stage.faults.release()
    stage.says(after)
    await stage.passes('standing.claim', claim)
  }
}

export const serviceScenarios: Scenarios = {
  request_malformed: broken('standing.claim', { office: undefined }),
  query_malformed: async (stage) => {
    await stage.refused('commit.recent', { limit: 'all' })
    await stage.passes('commit.recent', { limit: limits.commitsPageMax })
  },
  payload_too_large: {
    settings: { MEMBRANE_BODY_LIMIT_BYTES: '1024' },
    play: async (stage) => {
      const extract = { ...claim, extract: 'x'.repeat(1200) }
      await stage.refused('standing.claim', extract, { shown: { extract: '<1,200 characters>' } })
      await stage.passes('standing.claim', claim)
    },
  },
  media_type_unsupported: async (stage) => {
    await stage.refused('standing.claim', claim, { headers: { 'content-type': 'text/plain' } })
    await stage.passes('standing.claim', claim)
  },
  host_not_allowed: async (stage) => {
    await stage.refused(self, {}, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    await stage.passes(self)
  },
  route_unknown: async (stage) => {
    await stage.refusedRequest('/v1/tenants/self', { headers: primary })
    await stage.passes(self)
  },
  method_not_allowed: async (stage) => {
    await stage.refusedRequest('/v1/standing/claim', { method: 'GET' })
    await stage.passes('standing.claim', claim)
  },

  bearer_required: bearer(''),
  token_tampered: bearer(fixtureTokens.tampered),
  session_unknown: async (stage) => {
    const token = stage.world.strayToken()
    stage.names(token, '<bearer token of a session that this store does not have>')
    await stage.refused(self, {}, { token })
    await stage.passes(self, {}, await signIn(stage))
  },
  session_expired: async (stage) => {
    const short = await signIn(stage, { expires_in_seconds: 60 })
    stage.waits(60, 'Sixty seconds pass.')
    await stage.refused(self, {}, short)
    await stage.passes(self, {}, await signIn(stage, { session: 'auth_session:fixture_ada_2' }))
  },
  session_revoked: async (stage) => {
    const revoked = await signIn(stage)
    const revocation = { session: session.session, enforce_runtime_overlay: true }
    await stage.admits('authority.sessionRevoke', { tenant, ...revocation }, revoked)
    await stage.refused(self, {}, revoked)
    await stage.passes(self, {}, await signIn(stage, { session: 'auth_session:fixture_ada_2' }))
  },
  auth_session_stale_key: async (stage) => {
    const held = await signIn(stage)
    const human_presence_receipt = await present(stage)
    const { public_key_uncompressed_hex } = signingKey()
    await stage.admits('authority.keyRotate', {
      ...exampleOf('authority.keyRotate'),
      public_key_uncompressed_hex,
      human_presence_receipt,
      overlap_seconds: 0,
    })
    await stage.refused(self, {}, held)
    const next = { session: 'auth_session:fixture_ada_2', holder_key: 'key_registry:laptop_2' }
    await stage.passes(self, {}, await signIn(stage, next))
  },
  scope_mismatch: {
    settings: gated,
    play: async (stage) => {
      const narrow = await signIn(stage, { scopes: ['mandate'] }, operator)
      await stage.refused('standing.claim', claim, narrow)
      const wide = { session: 'auth_session:fixture_ada_2', scopes: ['mandate', 'standing'] }
      await stage.passes('standing.claim', claim, await signIn(stage, wide, operator))
    },
  },
  tenant_mismatch: async (stage) => {
    const options = await signIn(stage)
    await stage.refused('standing.claim', { ...claim, tenant: 'tenant_node:other' }, options)
    await stage.passes('standing.claim', claim, options)
  },

  raw_material_refused: broken('standing.claim', { raw_register_extract: 'HRB 1234, Acme Handels GmbH' }),
  customer_data_forbidden: broken('tenant.create', { contains_customer_data: true }),
  biometric_material_forbidden: broken('humanAuth.passkeyRegistrationOptions', {
    contains_biometric_material: true,
  }),
  production_admission_closed: async (stage) => {
    const asked = { ...session, human_presence_receipt: await present(stage) }
    await stage.refused('auth.sessionIssue', { ...asked, production_session: true })
    await stage.passes('auth.sessionIssue', asked)
  },
  koerper_fixture_only: broken('standing.claim', { fixture: false }),
  hash_malformed: broken(
    'company.bootstrap',
    { register_number_hash: 'HRB 1234' },
    { ...exampleOf('company.bootstrap'), register_number_hash: 'sha256:register-number' },
  ),
  required_evidence_missing: async (stage) => {
    const close = { tenant, period: '2026-05' }
    await stage.refused('economy.periodClose', close)
    await stage.passes('economy.periodClose', { ...close, evidence: clearance })
  },

  idempotency_key_reused: async (stage) => {
    const headers = { 'idempotency-key': 'claim-1' }
    await stage.admits('standing.claim', claim, { headers })
    const other = { ...claim, office: 'authorised_signatory' }
    await stage.refused('standing.claim', other, { headers })
    await stage.passes('standing.claim', other, { headers: { 'idempotency-key': 'claim-2' } })
  },
  idempotency_in_flight: async (stage) => {
    const headers = { 'idempotency-key': 'claim-1' }
    const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
    stage.faults.hold('answer')
    const first = fetch(`${stage.world.url}/v1/standing/claim`, { ...request, body: JSON.stringify(claim) })
    await stage.faults.reached()
    stage.says('The same call, with the same key, has begun and is not answered yet.')
    await stage.refused('standing.claim', claim, { headers })
    stage.faults.release()
    await (await first).text()
    stage.says('The first call has been answered; its answer is kept for a day.')
    await stage.passes('standing.claim', claim, { headers })
  },
  hosted_operator_grant_missing: {
    settings: { MEMBRANE_ROOT_SIGNING: 'disabled', MEMBRANE_DATABASE_URL: 'embedded' },
    play: async (stage) => {
      await stage.refused('standing.claim', claim)
      const grant = exampleOf('authority.hostedOperator.grant')
      await stage.admits('authority.hostedOperator.grant', grant, operator)
      await stage.passes('standing.claim', claim)
    },
  },

  human_presence_receipt_unknown: async (stage) => {
    const none = { human_presence_receipt: 'human_presence_receipt:none' }
    await stage.refused('auth.sessionIssue', { ...session, ...none })
    await stage.passes('auth.sessionIssue', { ...session, human_presence_receipt: await present(stage) })
  },
  human_presence_receipt_expired: async (stage) => {
    const late = await present(stage)
    stage.waits(limits.presenceSeconds, 'Five minutes pass.')
    await stage.refused('auth.sessionIssue', { ...session, human_presence_receipt: late })
    await stage.passes('auth.sessionIssue', { ...session, human_presence_receipt: await present(stage) })
  },
  human_presence_subject_mismatch: async (stage) => {
    const ofBob = await present(stage, { subject: people.bob })
    await stage.refused('auth.sessionIssue', { ...session, human_presence_receipt: ofBob })
    await stage.passes('auth.sessionIssue', { ...session, human_presence_receipt: await present(stage) })
  },
  human_presence_receipt_consumed: async (stage) => {
    const { human_presence_receipt } = await stage.admits('auth.loginFinish', await login(stage))
    const second = await login(stage, { session: 'auth_session:fixture_ada_2' })
    await stage.refused('auth.loginFinish', { ...second, human_presence_receipt })
    await stage.passes('auth.loginFinish', second)
  },
  human_presence_webauthn_required: {
    settings: gated,
    play: async (stage) => {
      const authenticator = await enrolAda(stage)
      const human_presence_receipt = await present(stage, {}, operator)
      const asserted = await login(stage, {}, authenticator)
      await stage.refused('auth.loginFinish', { ...asserted, human_presence_receipt })
      await stage.passes('auth.loginFinish', asserted)
    },
  },

  internal_error: outage(
    ({ faults }) => faults.fail(new Error('a fault')),
    'Something inside the runtime fails.',
    'The operator has read the log and mended the cause.',
  ),
  store_unavailable: outage(
    ({ faults }) => faults.fail(),
    'The database does not answer.',
    'The database answers again.',
  ),
  store_full: {
    settings: { MEMBRANE_ATOMS_MAX: '1' },
    play: async (stage) => {
      await stage.admits('tenant.create', onboarding)
      await stage.refused('standing.claim', claim)
      await stage.start()
      stage.says('The server has started again, and its memory is empty.')
      await stage.passes('standing.claim', claim)
    },
  },
  ceremony_rate_limited: {
    settings: { MEMBRANE_HOST: '0.0.0.0' },
    play: async (stage) => {
      const challenge = exampleOf('humanAuth.challenge')
      stage.says(`One address begins ${limits.ceremonyPeerBurst} ceremonies at once.`)
      await stage.silently(async () => {
        for (let spent = 0; spent < limits.ceremonyPeerBurst; spent++)
          await stage.admits('humanAuth.challenge', challenge)
      })
      await stage.refused('humanAuth.challenge', challenge)
      stage.waits(1, 'A second passes, as Retry-After said.')
      await stage.passes('humanAuth.challenge', challenge)
    },
  },
  shutting_down: async (stage) => {
    stage.world.runtime.stop()
    stage.says('The server has been told to stop.')
    await stage.refused('standing.claim', claim)
    await stage.start()
    stage.says('The server has started again.')
    await stage.passes('standing.claim', claim)
  },
}

const primary = { authorization: `Bearer ${fixtureTokens.primary}` }
