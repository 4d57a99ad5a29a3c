import assert from 'node:assert/strict'
import { test } from 'node:test'
import { company, office, people, World, type Answer } from '@membrane/testkit'

const claim = { actor: people.ada, company, office, evidence: [], fixture: true }
const keyed = { headers: { 'idempotency-key': 'one' } }

async function commits(world: World): Promise<number> {
  return (await world.admits('m7.state')).counts.commits
}

test('the first answer again, word for word, and nothing committed', async () => {
  await using world = await World.start()
  const first = await world.call('standing.claim', claim, keyed)
  world.clock.advance(60_000)
  const second = await world.call('standing.claim', claim, keyed)
  assert.deepEqual(second.envelope, first.envelope)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.equal(first.headers.get('idempotency-replayed'), null)
  assert.equal(await commits(world), 1)
})

test('a key stands for one body for a day', async () => {
  await using world = await World.start()
  await world.admits('standing.claim', claim, keyed)
  await world.refuses('standing.claim', 'idempotency_key_reused', { ...claim, office: 'other' }, keyed)
  world.clock.advance(86_400_000)
  await world.admits('standing.claim', { ...claim, office: 'other' }, keyed)
  assert.equal(await commits(world), 2)
})

test('a refusal is not kept: the key is free for what was meant', async () => {
  await using world = await World.start()
  await world.refuses('standing.claim', 'koerper_fixture_only', { ...claim, fixture: false }, keyed)
  await world.admits('standing.claim', claim, keyed)
})

test('a tenant that its creation names has its first answer again, too', async () => {
  await using world = await World.start()
  const create = { host: 'one.example', fixture: true }
  const first = await world.call('tenant.create', create, keyed)
  const second = await world.call('tenant.create', create, keyed)
  assert.deepEqual(second.envelope, first.envelope)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  const other = { ...create, host: 'other.example' }
  await world.refuses('tenant.create', 'idempotency_key_reused', other, keyed)
  const unkeyed = await world.admits('tenant.create', other)
  assert.notEqual(unkeyed.tenant, first.body.tenant)
})

test('callers and operations never meet under one key', async () => {
  await using world = await World.start()
  const answers: Answer[] = []
  const tenants = ['tenant_node:a', 'tenant_node:b']
  for (const tenant of tenants) {
    const token = await world.session(tenant, { session: 'auth_session:fixture_same' })
    const request = { tenant: 'tenant_node:c', subject: people.ada }
    answers.push(await world.call('humanAuth.challenge', request, { ...keyed, token }))
  }
  assert.notEqual(answers[0]!.body.challenge, answers[1]!.body.challenge)
  assert.equal(answers[1]!.headers.get('idempotency-replayed'), null)
})

test('a body that differs only in what is never kept is another body', async () => {
  await using world = await World.start()
  const { challenge } = await world.admits('humanAuth.challenge', { subject: people.ada })
  const verify = { challenge, passkey_binding: 'passkey_binding:any', user_verified: true }
  await world.admits('humanAuth.verifyPasskey', verify, keyed)
  const forged = { ...verify, assertion: { id: 'forged' } }
  await world.refuses('humanAuth.verifyPasskey', 'idempotency_key_reused', forged, keyed)
})
