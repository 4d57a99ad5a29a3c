import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, type ApprovableOperation, type OperationName } from '@membrane/contract'
import { approve, PackageHouse, people, refusing, World } from '@membrane/testkit'

const name = 'authority.presenceApproval'
const tenant = 'tenant_node:acme'
const intent_hash = 'sha256:intent'

test('presence is consumed by one approval, and creates no standing', async (t) => {
  await using world = await World.start()
  const human_presence_receipt = await world.presence(tenant, { subject: people.ada })
  const request = {
    tenant,
    actor: people.ada,
    human_presence_receipt,
    for_operation: 'authority.package.activate',
    intent_hash,
    fixture: true,
  }
  const refuses = refusing(t, world, name, request)
  await refuses('koerper_fixture_only', { fixture: false, create_standing_from_presence: true })
  await refuses('m13_human_presence_cannot_create_standing', {
    create_standing_from_presence: true,
    human_presence_receipt: undefined,
  })
  await refuses('human_presence_required', { human_presence_receipt: undefined })
  await refuses('human_presence_receipt_unknown', { human_presence_receipt: 'human_presence_receipt:none' })
  await refuses('human_presence_subject_mismatch', { actor: people.eve })
  const body = await world.admits(name, request)
  assert.equal(body.standing_created, false)
  assert.equal(body.intent_hash, intent_hash)
  assert.equal(body.expires_at, new Date(world.clock.now() + 300_000).toISOString())
  await refuses('human_presence_receipt_consumed')
  world.clock.advance(300_000)
  await refuses('human_presence_receipt_expired')
})

test('a face match approves too', async () => {
  await using world = await World.start()
  const human_presence_receipt = await world.presence(tenant, { ceremony: 'face_match' })
  const for_operation = 'authority.keyRotate'
  const actor = people.ada
  await world.admits(name, {
    tenant,
    actor,
    human_presence_receipt,
    for_operation,
    intent_hash,
    fixture: true,
  })
})

test('behind a real gate nobody approves for another', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const token = await world.session(tenant, { actor: people.eve })
  const request = {
    actor: people.ada,
    human_presence_receipt: await world.presence(tenant, { subject: people.ada }),
    for_operation: 'mandate.delegate',
    intent_hash,
    fixture: true,
  }
  await world.refuses(name, 'human_presence_subject_mismatch', request, { token })
})

/** Every operation that takes approvals: a request that passes but for its presence. */
const requests: readonly {
  readonly name: ApprovableOperation & OperationName
  readonly of: (world: World) => Promise<object>
}[] = [
  {
    name: 'authority.package.activate',
    of: async (world) => {
      const ref = await (await PackageHouse.open(world, tenant)).bring('1.0.0', 'reviewed')
      return { tenant, package: ref, fixture: true }
    },
  },
  {
    name: 'mandate.delegate',
    of: async () => ({ ...operations['mandate.delegate'].example, source_standing: 'standing:elsewhere' }),
  },
  { name: 'authority.keyRotate', of: async () => operations['authority.keyRotate'].example },
  {
    name: 'effect.intent',
    of: async () => ({ ...operations['effect.intent'].example, effect_kind: 'payment.release' }),
  },
]

for (const { name: wanting, of } of requests) {
  test(`an approval stands in the place of the receipt of ${wanting}, once`, async (t) => {
    await using world = await World.start()
    const request = await of(world)
    const with_ = (human_presence_receipt: string) => ({ ...request, human_presence_receipt })
    const refuses = refusing(t, world, wanting, request)
    const other = wanting === 'mandate.delegate' ? 'authority.keyRotate' : 'mandate.delegate'
    await refuses('presence_approval_operation_mismatch', with_(await approve(world, other, request)))
    const changed = { ...request, more: 'than is asked' }
    await refuses('presence_approval_intent_mismatch', with_(await approve(world, wanting, changed)))
    const late = await approve(world, wanting, request)
    world.clock.advance(300_000)
    await refuses('presence_approval_expired', with_(late))
    const approval = await approve(world, wanting, request)
    const used = await world.call(wanting, with_(approval))
    assert.notEqual(used.outcome, 'refused', JSON.stringify(used.body))
    const { commits } = await world.admits('commit.recent', { tenant, ref: approval })
    assert.deepEqual(commits[0].commit, used.receipt.commit)
    const again = { ...request, ...(wanting === 'effect.intent' ? { idempotency_key: 'another' } : {}) }
    await refuses('presence_approval_consumed', { ...again, human_presence_receipt: approval })
  })
}

test('of two requests with one approval at once, one is refused', async () => {
  await using world = await World.start()
  const request = { ...operations['mandate.delegate'].example, source_standing: 'standing:elsewhere' }
  const body = { ...request, human_presence_receipt: await approve(world, 'mandate.delegate', request) }
  const answers = await Promise.all([1, 2, 3].map(() => world.call('mandate.delegate', body)))
  assert.equal(answers.filter(({ outcome }) => outcome === 'admitted').length, 1)
})
