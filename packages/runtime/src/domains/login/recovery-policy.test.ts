import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, RecoveryPolicy } from '@membrane/contract'
import { people, refusing, rehearsePresence, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const name = 'auth.recoveryPolicy'
const example = { ...operations[name].example, tenant, actor: people.ada }

test('a policy is kept in hashes', async () => {
  await using world = await World.start()
  const human_presence_receipt = await rehearsePresence(world, { tenant, subject: people.ada })
  const answer = await world.admits(name, { ...example, human_presence_receipt })
  assert.equal(answer.auth_recovery_policy, 'auth_recovery_policy:ada')
  assert.deepEqual(answer.recovery_contact_hashes, ['sha256:contact'])
  assert.equal(answer.identity_binding_created, false)
  assert.equal(answer.durable_state.record, answer.auth_recovery_policy)
  assert.equal((await world.record(tenant, RecoveryPolicy, answer.auth_recovery_policy))?.consumed_by, null)
})

test('refusals', async (t) => {
  await using world = await World.start()
  const human_presence_receipt = await rehearsePresence(world, { tenant, subject: people.ada })
  const refuses = refusing(t, world, name, { ...example, human_presence_receipt })
  await refuses('auth_recovery_raw_material_refused', { raw_recovery_secret: 'correct horse' })
  await refuses('auth_recovery_raw_material_refused', { raw_recovery_contact: 'ada@acme.example' })
  await refuses('auth_recovery_cannot_create_authority', { create_standing_from_recovery: true })
  await refuses('human_presence_receipt_unknown', { human_presence_receipt: 'human_presence_receipt:none' })
  await refuses('human_presence_subject_mismatch', { actor: people.eve })
  await refuses('hash_malformed', { recovery_contact_hashes: ['ada@acme.example'] })
  await world.admits(name, { ...example, human_presence_receipt })
  await refuses('auth_recovery_policy_already_exists', {})
  world.clock.advance(300_000)
  await refuses('human_presence_receipt_expired', {})
})
