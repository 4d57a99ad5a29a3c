import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  delegateMandate,
  device,
  grantStanding,
  logIn,
  loginInProgress,
  people,
  provePresence,
  refusing,
  registerPasskey,
  World,
} from '@membrane/testkit'

const tenant = 'tenant_node:fixture'

test('a mandate takes part of its source', async () => {
  await using world = await World.start()
  const { standing } = await grantStanding(world, tenant, ['invoice'])
  const mandate = await delegateMandate(world, tenant, standing, ['invoice.approve'], {
    expires_in_seconds: 60,
  })
  const shown = await world.admits('mandate.inspect', { tenant, mandate })
  assert.equal(shown.effective_status, 'active')
  assert.equal(shown.expires_at, new Date(world.clock.now() + 60_000).toISOString())
})

test('an open runtime takes a known receipt and a standing minted elsewhere', async () => {
  await using world = await World.start()
  const human_presence_receipt = await world.presence(tenant, { subject: people.eve })
  world.clock.advance(300_000)
  await world.admits('mandate.delegate', {
    principal: people.ada,
    delegate: people.bob,
    source_standing: 'standing:elsewhere',
    act_scope: ['anything'],
    readable_lens: [],
    human_presence_receipt,
    fixture: true,
  })
})

test('refusals', async (t) => {
  await using world = await World.start()
  const { standing } = await grantStanding(world, tenant, ['invoice'])
  const request = {
    principal: people.ada,
    delegate: people.bob,
    source_standing: standing,
    act_scope: ['invoice.approve'],
    readable_lens: [],
    human_presence_receipt: await world.presence(tenant),
    fixture: true,
  }
  const refuses = refusing(t, world, 'mandate.delegate', request)

  await refuses('koerper_fixture_only', { fixture: false })
  await refuses('mandate_human_presence_required', { human_presence_receipt: undefined })
  await refuses('mandate_human_presence_required', { human_presence_receipt: '' })
  await refuses('mandate_human_presence_required', { human_presence_receipt: 'no reference' })
  await refuses('mandate_human_presence_unknown', { human_presence_receipt: 'human_presence_receipt:none' })
  await refuses('mandate_self_delegation_refused', { delegate: people.ada })
  await refuses('mandate_source_standing_unknown', { source_standing: 'standing_grant:none' })
  await refuses('mandate_act_scope_exceeds_powers', { act_scope: ['invoice.approve', 'payment.release'] })
  await world.admits('standing.revoke', { tenant, standing, reason: 'left', fixture: true })
  await refuses('mandate_source_standing_revoked', {})
})

test('behind a real gate: a fresh receipt of the principal, who holds the source', async (t) => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const token = 'membrane-fixture-session-primary'
  const request = {
    principal: people.ada,
    delegate: people.bob,
    source_standing: 'standing:elsewhere',
    act_scope: [],
    readable_lens: [],
    human_presence_receipt: await world.presence(tenant, { subject: people.ada }),
    fixture: true,
  }
  const refuses = refusing(t, world, 'mandate.delegate', request, { token })

  await refuses('mandate_source_standing_unknown', {})
  const { standing: source_standing } = await grantStanding(world, tenant, [], { token })
  const ofEve = await world.presence(tenant, { subject: people.eve })
  await refuses('mandate_principal_mismatch', {
    source_standing,
    principal: people.eve,
    human_presence_receipt: ofEve,
  })
  await refuses('human_presence_subject_mismatch', { principal: people.eve })
  world.clock.advance(300_000)
  await refuses('human_presence_receipt_expired', {})
})

test('behind a real gate a person delegates by passkey, in a session of their own', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const acme = 'tenant_node:acme'
  const ada = { tenant: acme, subject: people.ada }
  const { enrolment_token } = await world.admits('tenant.create', { requested_tenant: acme })
  const authenticator = device()
  await registerPasskey(world, ada, authenticator, { enrolment_token })
  const { bearer_token: token } = await logIn(world, ada, authenticator)
  const { standing: source_standing } = await grantStanding(world, acme, ['invoice'], { token })
  const human_presence_receipt = await provePresence(world, ada, authenticator)
  const request = {
    tenant: acme,
    principal: people.ada,
    delegate: people.bob,
    source_standing,
    act_scope: ['invoice.approve'],
    readable_lens: [],
    human_presence_receipt,
    fixture: true,
  }
  await world.admits('mandate.delegate', request, { token })
  await world.admits('mandate.delegate', request, { token })
  const login = await loginInProgress(world, ada, authenticator)
  const cited = { ...login, human_presence_receipt }
  await world.admits('auth.loginFinish', cited)
  await world.refuses('auth.loginFinish', 'human_presence_receipt_consumed', {
    ...(await loginInProgress(world, ada, authenticator)),
    human_presence_receipt,
  })
})
