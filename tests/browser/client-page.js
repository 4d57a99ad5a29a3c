import { accepted, createMembrane, MembraneError, parsePolicy } from '@membrane/client'
import { VerificationError, verifyReceipt } from '@membrane/client'
import { provePresence, registerPasskey, signIn } from '@membrane/client/passkeys'

const token = 'membrane-fixture-session-primary'
const membrane = createMembrane({ baseUrl: location.origin, token })
const person = { tenant: 'tenant_node:fixture', subject: 'human_person:ada' }
const claim = {
  actor: 'human_person:ada',
  company: 'company_geist:acme',
  office: 'director',
  evidence: ['evidence_bundle:register_extract'],
  fixture: true,
}

/** What the test has this page do with the packed client, one after another. */
globalThis.acts = {
  async call() {
    const { outcome, receipt } = await membrane.standingClaim(claim)
    return { outcome, leaf: receipt.leaf_hash }
  },

  async refusal() {
    const result = await membrane.standingRevoke({
      standing: 'standing_grant:none',
      reason: 'over',
      fixture: true,
    })
    return result.outcome === 'refused' ? { code: result.code, status: result.status } : {}
  },

  /** One key, two calls, one commit. */
  async once() {
    const options = { idempotencyKey: 'from-the-page' }
    const first = await membrane.standingClaim(claim, options)
    const second = await membrane.standingClaim(claim, options)
    return { replayed: second.replayed, same: first.receipt.commit === second.receipt.commit }
  },

  async pages() {
    let commits = 0
    for await (const _ of membrane.commits({ limit: 1 })) commits++
    return { commits }
  },

  /** A receipt as a file verifies against the pinned key, and not once a character of it is another. */
  async receipt() {
    const policy = parsePolicy(accepted(await membrane.logPolicy()))
    const { receipt } = await membrane.standingClaim(claim)
    const headers = { accept: 'text/plain', authorization: `Bearer ${token}` }
    const file = await (await fetch(`/v1/receipts/${receipt.ref}`, { headers })).text()
    const { leaf } = await verifyReceipt(file, policy)
    const changed = file.replace(/index (\d+)/, (_, index) => `index ${Number(index) + 1}`)
    const failure = await verifyReceipt(changed, policy).catch((error) => error)
    return {
      same: leaf.receipt === receipt.ref,
      operation: leaf.operation,
      changed: failure instanceof VerificationError ? failure.step : null,
    }
  },

  async register() {
    const body = accepted(await registerPasskey(membrane, { ...person, name: 'ada@acme.example' }))
    return { binding: body.passkey_binding, verified: body.user_verified }
  },

  async signIn() {
    const body = accepted(
      await signIn(membrane, {
        ...person,
        vessel: 'vessel:page',
        standing: 'standing:page',
        holder_key: 'key_registry:page',
        device_binding: 'device_binding:page',
        scopes: ['standing'],
        policy_ref: 'auth_rate_limit_policy:page',
        source_ip_hash: 'sha256:address',
        window_seconds: 300,
        attempt_count: 0,
        soft_limit: 5,
        lockout_threshold: 10,
        lockout_seconds: 900,
      }),
    )
    const own = accepted(await membrane.authSessionInspect({}, { token: body.bearer_token }))
    return { session: body.session, actor: own.actor, same: own.session === body.session }
  },

  async present() {
    const { ceremony } = accepted(await provePresence(membrane, { ...person, scopes: ['mandate.delegate'] }))
    return { ceremony }
  },

  /** The runtime at its own address is of another origin. */
  async elsewhere(baseUrl) {
    const failure = await createMembrane({ baseUrl, token, retries: 0 })
      .tenantSelf()
      .catch((error) => error)
    return { kind: failure instanceof MembraneError ? failure.kind : null }
  },
}
