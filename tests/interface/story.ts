import {
  fixtureTokens,
  operations,
  ratePolicyExample,
  type OperationName,
  type Ref,
} from '@membrane/contract'
import {
  advisor,
  clearance,
  company,
  delegateMandate,
  device,
  evidence,
  grantStanding,
  invoiceIn,
  logIn,
  loginInProgress,
  PackageHouse,
  payIn,
  people,
  provePresence,
  registerPasskey,
  rehearsePresence,
  sessionRequest,
  type Answer,
  type World,
} from '@membrane/testkit'

const tenant: Ref = 'tenant_node:fixture'
const person = { tenant, subject: people.ada }
const fixture = true

/** Every answer of a world, as long as it is listened to. */
export function listen(world: World): ReadonlyMap<string, readonly Answer[]> {
  const heard = new Map<string, Answer[]>()
  const call = world.call.bind(world)
  world.call = async (name, body, options) => {
    const answer = await call(name, body, options)
    heard.set(name, [...(heard.get(name) ?? []), answer])
    return answer
  }
  return heard
}

/** Calls every operation of the interface once at least, in an order in which it can answer. */
export async function tell(world: World): Promise<void> {
  await onboard(world)
  await signIn(world)
  await authority(world)
  await economy(world)
  await realities(world)
  await effects(world)
  await posture(world)
  await inspect(world)
}

/** A step that must not be refused, without a bearer unless one is given. */
async function step(
  world: World,
  name: OperationName,
  body: object = {},
  token = '',
): Promise<Answer['body']> {
  return world.admits(name, body, { token })
}

async function onboard(world: World): Promise<void> {
  await step(world, 'tenant.create', {
    requested_tenant: 'tenant_node:new',
    host: 'new.example',
    company,
    fixture,
  })
  await step(world, 'company.bootstrap', {
    tenant,
    company,
    legal_name: 'New GmbH',
    jurisdiction: 'DE',
    fixture,
  })
}

async function signIn(world: World): Promise<void> {
  const [first, second] = [device(), device()]
  const old = await registerPasskey(world, person, first)
  const replacement = await registerPasskey(world, person, second)
  await logIn(world, person)
  const {
    login_challenge: _,
    auth_rate_limit_evaluation: __,
    ...issued
  } = await loginInProgress(world, person)
  const { bearer_token, session } = await step(world, 'auth.sessionIssue', issued)
  await step(world, 'auth.sessionInspect', { tenant }, bearer_token)
  const human_presence_receipt = await rehearsePresence(world, person)
  await step(
    world,
    'auth.sessionRefresh',
    { ...sessionRequest(person), human_presence_receipt },
    bearer_token,
  )
  await step(world, 'authority.sessionRevoke', { tenant, session, enforce_runtime_overlay: true })
  const { policy_ref, ...rate } = ratePolicyExample
  const attempt = {
    tenant,
    subject: people.bob,
    route: '/v1/auth/login/start',
    action: 'login',
    production_login: false,
  }
  await step(world, 'auth.rateLimitEvaluate', { ...rate, policy_ref, ...attempt, fixture })
  await step(world, 'auth.session.exchange', {}, fixtureTokens.primary)
  await step(world, 'humanAuth.faceMatchFallback', { ...person, consent_ref: 'consent:ada' })
  await recover(world)

  const rotated = { scopes: ['passkey_rotate'] }
  const lifecycle = { ...person, reason_hash: 'sha256:new-device', enforce_runtime_overlay: false, fixture }
  await step(world, 'humanAuth.passkeyRotate', {
    ...lifecycle,
    old_passkey_binding: old.passkey_binding,
    replacement_passkey_binding: replacement.passkey_binding,
    human_presence_receipt: await provePresence(world, person, second, rotated),
  })
  await step(world, 'humanAuth.passkeyRevoke', {
    ...lifecycle,
    passkey_binding: replacement.passkey_binding,
    human_presence_receipt: await provePresence(world, person, second),
  })
}

async function recover(world: World): Promise<void> {
  const human_presence_receipt = await rehearsePresence(world, person)
  const same = { tenant, actor: people.ada, human_presence_receipt }
  await step(world, 'auth.recoveryPolicy', { ...operations['auth.recoveryPolicy'].example, ...same })
  await step(world, 'auth.recoveryExecute', { ...operations['auth.recoveryExecute'].example, ...same })
}

async function authority(world: World): Promise<void> {
  const { standing } = await grantStanding(world, tenant)
  const mandate = await delegateMandate(world, tenant, standing, ['invoice.approve'])
  await step(world, 'mandate.revoke', { tenant, mandate, reason: 'project ended', fixture })
  await step(world, 'standing.revoke', { tenant, standing, reason: 'left', fixture })
  await PackageHouse.open(world, tenant)
}

async function economy(world: World): Promise<void> {
  const { invoice } = await invoiceIn(world)
  const { paymentObservation } = await payIn(world, invoice)
  const booked = { invoice, payment_observation: paymentObservation, advisor_evidence: advisor }
  await step(world, 'economy.bookkeepingFact', booked)
  await step(world, 'economy.periodClose', { evidence: clearance })
}

async function realities(world: World): Promise<void> {
  const approval = ['evidence_bundle:promotion_approval']
  const { projection: promoted } = await step(world, 'reality.fork', { tenant, purpose: 'a trial' })
  await step(world, 'reality.commit', { tenant, reality: promoted, evidence })
  await step(world, 'reality.diff', { tenant, reality: promoted, evidence })
  await step(world, 'reality.promote', { tenant, reality: promoted, evidence: approval })
  const { projection: discarded } = await step(world, 'reality.fork', { tenant, purpose: 'another trial' })
  await step(world, 'reality.discard', { tenant, reality: discarded })
}

async function effects(world: World): Promise<void> {
  const published = await step(world, 'capability.publish', {
    ...operations['capability.publish'].example,
    tenant,
  })
  const { capabilityManifest } = published
  await step(world, 'capability.policy.evaluate', {
    tenant,
    capabilityManifest,
    context: {
      evidence_refs: ['evidence_bundle:invoice_payload'],
      candidate_atom: { fields: { amount_cents: 1 } },
    },
  })
  const intent = { tenant, subject: people.ada, effect_kind: 'notification', adapter: 'fixture', evidence }
  const { effectIntent } = await step(world, 'effect.intent', { ...intent, idempotency_key: 'once' })
  await step(world, 'effect.dispatch', { tenant, effect_intent: effectIntent })
}

async function posture(world: World): Promise<void> {
  const hashes = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `sha256:${name}`]))
  await step(world, 'ops.edgePolicyCheck', {
    tenant,
    auth_policy_ref: 'auth_policy:bearer',
    public_base_url: 'https://membrane.example',
    access_provider: 'access',
    tls_termination: 'edge',
    waf_profile: 'strict',
    rate_limit_profile: 'strict',
    ...hashes('route_manifest_hash'),
    audit_retention_days: 90,
    immutable_audit_log: true,
  })
  const { proof_bundle, manifest_commitment } = await step(world, 'proof.bundle', { tenant })
  await step(world, 'ops.restoreRehearse', {
    tenant,
    proof_bundle,
    manifest_commitment,
    restore_slo_minutes: 30,
    rollback_slo_minutes: 15,
    ...hashes('restore_runbook_hash', 'rollback_runbook_hash'),
  })
  await step(world, 'ops.incidentReceipt', {
    tenant,
    severity: 'critical',
    detected_by: 'alert',
    ...hashes('alert_rule_hash', 'mitigation_hash', 'communications_hash'),
  })
  await step(world, 'ops.status', {}, fixtureTokens.primary)
}

async function inspect(world: World): Promise<void> {
  const reads = ['tenant.self', 'commit.recent', 'm7.state', 'refusal.codes', 'refusal.registry'] as const
  for (const name of [...reads, 'evidence.connectors.status', 'authority.package.status'] as const)
    await step(world, name, {}, fixtureTokens.primary)
}
