import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@membrane/contract'
import { people, refusing, rehearsePresence, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const person = { tenant, subject: people.ada }
const name = 'auth.recoveryExecute'
const example = { ...operations[name].example, tenant, actor: people.ada }

async function recordPolicy(world: World): Promise<string> {
  const human_presence_receipt = await rehearsePresence(world, person)
  const policy = {
    ...operations['auth.recoveryPolicy'].example,
    tenant,
    actor: people.ada,
    human_presence_receipt,
  }
  await world.admits('auth.recoveryPolicy', policy)
  return human_presence_receipt
}

test('a policy is used once, however many ask at once', async () => {
  await using world = await World.start()
  const human_presence_receipt = await recordPolicy(world)
  const bodies = Array.from({ length: 6 }, (_, at) => ({
    ...example,
    human_presence_receipt,
    recovery_execution_ref: `auth_recovery_execution:${at}`,
  }))
  const answers = await Promise.all(bodies.map((body) => world.call(name, body)))
  const admitted = answers.filter(({ outcome }) => outcome === 'admitted')
  assert.equal(admitted.length, 1)
  assert.equal(admitted[0]!.body.recovery_policy_consumed, true)
  assert.equal(admitted[0]!.body.durable_state.record, admitted[0]!.body.auth_recovery_execution)
  const consumed = answers.filter((a) => a.body.refusal_code === 'auth_recovery_policy_consumed')
  assert.equal(consumed.length, 5)
})

test('refusals', async (t) => {
  await using world = await World.start()
  const human_presence_receipt = await recordPolicy(world)
  const refuses = refusing(t, world, name, { ...example, human_presence_receipt })
  await refuses('auth_recovery_raw_material_refused', { raw_recovery_contact: 'ada@acme.example' })
  for (const created of ['identity_binding', 'standing', 'company_authority']) {
    await refuses('auth_recovery_cannot_create_authority', { [`create_${created}_from_recovery`]: true })
  }
  await refuses('auth_recovery_policy_unknown', { recovery_policy: 'auth_recovery_policy:none' })
  await refuses('auth_recovery_policy_unknown', { actor: people.eve })
  await refuses('auth_recovery_policy_unknown', { tenant: 'tenant_node:other' })
  await refuses('auth_recovery_contact_unknown', { recovery_contact_hash: 'sha256:other' })
  await refuses('human_presence_receipt_unknown', { human_presence_receipt: 'human_presence_receipt:none' })
  const ofEve = await rehearsePresence(world, { tenant, subject: people.eve })
  await refuses('human_presence_subject_mismatch', { human_presence_receipt: ofEve })
  await world.admits(name, { ...example, human_presence_receipt })
  await refuses('auth_recovery_policy_consumed', {})

  const second = {
    ...operations['auth.recoveryPolicy'].example,
    tenant,
    actor: people.ada,
    human_presence_receipt,
  }
  const recovery_policy = 'auth_recovery_policy:second'
  await world.admits('auth.recoveryPolicy', { ...second, recovery_policy_ref: recovery_policy })
  await refuses('auth_recovery_execution_already_exists', { recovery_policy })
  world.clock.advance(300_000)
  await refuses('human_presence_receipt_expired', { recovery_policy })
})
