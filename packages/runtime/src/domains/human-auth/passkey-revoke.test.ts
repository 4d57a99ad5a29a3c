import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PasskeyLifecycle, type RefusalCode } from '@membrane/contract'
import {
  assertion,
  device,
  people,
  provePresence,
  registerPasskey,
  rehearsePresence,
  World,
} from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const person = { tenant, subject: people.ada }
const name = 'humanAuth.passkeyRevoke'

async function bound(world: World) {
  const authenticator = device()
  const { passkey_binding } = await registerPasskey(world, person, authenticator)
  const human_presence_receipt = await provePresence(world, person, authenticator, {
    scopes: ['passkey_revoke'],
  })
  const request = {
    ...person,
    passkey_binding,
    human_presence_receipt,
    reason_hash: 'sha256:lost',
    fixture: true,
  }
  return { authenticator, passkey_binding, request }
}

test('with the overlay a revoked passkey is refused everywhere', async () => {
  await using world = await World.start()
  const { authenticator, passkey_binding, request } = await bound(world)
  const waiting = await assertion(world, person, authenticator)
  const answer = await world.admits(name, { ...request, enforce_runtime_overlay: true })
  assert.equal(answer.status, 'revoked')
  assert.equal(answer.enforced_in_runtime_overlay, true)
  assert.equal(answer.durable_state.record, answer.human_auth_passkey_lifecycle)
  const verify = 'humanAuth.verifyPasskey'
  await world.refuses(verify, 'human_auth_passkey_revoked', waiting)
  await world.refuses(verify, 'human_auth_passkey_revoked', { ...waiting, passkey_binding })
  const { challenge } = await world.admits('humanAuth.challenge', person)
  await world.refuses(verify, 'human_auth_passkey_revoked', { tenant, challenge, passkey_binding })
  await world.refuses(name, 'human_auth_passkey_revoked', { ...request, enforce_runtime_overlay: true })
  await world.refuses(name, 'human_auth_passkey_revoked', { ...request, human_presence_receipt: undefined })
})

test('without the overlay it stays usable; a repeat is verified, and may enforce', async () => {
  await using world = await World.start()
  const { authenticator, request } = await bound(world)
  const first = await world.admits(name, request)
  await provePresence(world, person, authenticator)
  const repeat = await world.call(name, request)
  assert.equal(repeat.outcome, 'verified')
  assert.equal(repeat.body.stable_code, 'human_auth_passkey_already_revoked')
  assert.equal(repeat.receipt.commit, null)
  assert.equal(repeat.body.human_auth_passkey_lifecycle, first.human_auth_passkey_lifecycle)
  const renamed = { ...request, revocation_ref: 'human_auth_passkey_lifecycle:never' }
  const again = await world.call(name, renamed)
  assert.equal(again.body.human_auth_passkey_lifecycle, first.human_auth_passkey_lifecycle)
  const enforcing = await world.call(name, { ...request, enforce_runtime_overlay: true })
  assert.equal(enforcing.outcome, 'verified')
  assert.notEqual(enforcing.receipt.commit, null)
  const enforced = enforcing.body.human_auth_passkey_lifecycle
  assert.equal((await world.record(tenant, PasskeyLifecycle, enforced))?.enforced, true)
  await world.refuses(name, 'human_auth_passkey_revoked', request)
})

test('a passkey that only a rehearsal knows is revoked too', async () => {
  await using world = await World.start()
  const passkey_binding = 'passkey_binding:rehearsed'
  const human_presence_receipt = await rehearsePresence(world, person, {
    passkey_binding,
    scopes: ['passkey_lifecycle'],
  })
  const revocation_ref = 'human_auth_passkey_lifecycle:chosen'
  const request = {
    tenant,
    passkey_binding,
    human_presence_receipt,
    reason_hash: 'sha256:why',
    revocation_ref,
  }
  const answer = await world.admits(name, request)
  assert.equal(answer.human_auth_passkey_lifecycle, revocation_ref)
  assert.equal((await world.call(name, { ...request, enforce_runtime_overlay: true })).outcome, 'verified')
})

test('guards apply in the order of the interface: each one broken beside all later ones', async (t) => {
  await using world = await World.start()
  const { authenticator, request } = await bound(world)
  const stale = await provePresence(world, person, authenticator, { scopes: ['passkey_revoke'] })
  world.clock.advance(300_000)
  const otherScope = await provePresence(world, person, authenticator, { scopes: ['passkey_rotate'] })
  const fresh = await provePresence(world, person, authenticator, { scopes: ['passkey_revoke'] })
  const sound = { ...request, human_presence_receipt: fresh }
  const ladder: readonly (readonly [RefusalCode, object])[] = [
    ['human_auth_passkey_lifecycle_fixture_only', { fixture: false }],
    ['human_auth_passkey_lifecycle_raw_material_refused', { raw_client_data_json: 'x' }],
    ['human_auth_passkey_lifecycle_cannot_create_authority', { create_standing_from_passkey: true }],
    ['human_auth_passkey_lifecycle_subject_mismatch', { subject: people.eve }],
    ['human_auth_passkey_lifecycle_hash_required', { reason_hash: 'md5:x' }],
    ['human_auth_passkey_binding_unknown', { passkey_binding: 'passkey_binding:none' }],
    ['human_auth_passkey_lifecycle_presence_missing', { human_presence_receipt: undefined }],
  ]
  let broken: Record<string, unknown> = sound
  for (const [code, patch] of ladder.toReversed()) {
    broken = { ...broken, ...patch }
    const known = code.endsWith('subject_mismatch') || code.endsWith('hash_required')
    const body = known ? { ...broken, passkey_binding: request.passkey_binding } : broken
    await t.test(code, async () => void (await world.refuses(name, code, body)))
    broken = body
  }
  const invalid = 'human_auth_passkey_lifecycle_presence_invalid'
  for (const human_presence_receipt of [stale, otherScope, 'human_presence_receipt:none', 'nonsense']) {
    await world.refuses(name, invalid, { ...sound, human_presence_receipt })
  }
  const { passkey_binding } = await registerPasskey(world, person, device())
  await world.refuses(name, invalid, { ...sound, passkey_binding })
  await world.refuses(name, 'human_auth_passkey_lifecycle_hash_required', {
    ...sound,
    reason_hash: undefined,
  })
  await world.refuses(name, 'human_auth_passkey_lifecycle_presence_missing', {
    ...sound,
    human_presence_receipt: '',
  })
  const revocation_ref = 'human_auth_passkey_lifecycle:used'
  await world.admits(name, { ...sound, revocation_ref })
  const other = await bound(world)
  await world.refuses(name, 'human_auth_passkey_lifecycle_replayed', { ...other.request, revocation_ref })
})
