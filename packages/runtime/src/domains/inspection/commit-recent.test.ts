import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@membrane/contract'
import { people, World, type Answer } from '@membrane/testkit'

async function claims(
  world: World,
  tenant: string,
  count: number,
  actor: string = people.ada,
): Promise<string[]> {
  const refs: string[] = []
  for (let made = 0; made < count; made++) {
    const request = { tenant, actor, company: 'company_geist:x', office: 'x', evidence: [], fixture: true }
    refs.push((await world.admits('standing.claim', request)).standing_claim)
  }
  return refs
}

test('pages lead through every commit once, newest first', async () => {
  await using world = await World.start()
  const tenant = 'tenant_node:acme'
  await claims(world, tenant, 7)
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const page: Answer['body'] = await world.admits('commit.recent', {
      tenant,
      limit: 3,
      ...(cursor ? { cursor } : {}),
    })
    seen.push(...page.commits.map(({ sequence }: { sequence: number }) => sequence))
    assert.equal(page.tree_size, 7)
    assert.equal(page.has_more, page.next_cursor !== null)
    cursor = page.next_cursor
  } while (cursor !== null)
  assert.deepEqual(seen, [6, 5, 4, 3, 2, 1, 0])
})

test('filters by operation, actor and ref', async () => {
  await using world = await World.start()
  const tenant = 'tenant_node:acme'
  await claims(world, tenant, 2)
  const [ofBob] = await claims(world, tenant, 1, people.bob)
  await world.admits('standing.evaluate', { tenant, standing_claim: ofBob, evidence: [], fixture: true })
  const sequences = async (filter: object): Promise<number[]> =>
    (await world.admits('commit.recent', { tenant, ...filter })).commits.map(
      ({ sequence }: { sequence: number }) => sequence,
    )
  assert.deepEqual(await sequences({ operation: 'standing.claim' }), [2, 1, 0])
  assert.deepEqual(await sequences({ actor: people.bob }), [2])
  assert.deepEqual(await sequences({ ref: ofBob }), [2])
  assert.deepEqual(await sequences({ operation: 'standing.evaluate', actor: people.bob }), [])
  assert.deepEqual(await sequences({ ref: 'standing_claim:none' }), [])
})

test('an entry shows what its receipt promised', async () => {
  await using world = await World.start()
  const request = { actor: people.ada, company: 'company_geist:x', office: 'x', evidence: [], fixture: true }
  const { receipt, body } = await world.call('standing.claim', request)
  const { commits, durable } = await world.admits('commit.recent')
  const [entry] = commits
  assert.equal(durable, world.runtime.store.durable)
  assert.equal(entry.commit, receipt.commit)
  assert.equal(entry.receipt, receipt.ref)
  assert.equal(entry.sequence, receipt.log_index)
  assert.equal(entry.leaf_hash, receipt.leaf_hash)
  assert.equal(entry.actor, people.ada)
  assert.equal(entry.atoms[0].ref, body.standing_claim)
  assert.equal(entry.signer.algorithm, 'Ed25519')
})

test('no tenant sees another', async () => {
  await using world = await World.start()
  await claims(world, 'tenant_node:acme', 3)
  assert.deepEqual((await world.admits('commit.recent', { tenant: 'tenant_node:other' })).commits, [])
})

test('refusals', async () => {
  await using world = await World.start()
  for (const bad of [
    { limit: 0 },
    { limit: 201 },
    { limit: 1.5 },
    { cursor: 'x' },
    { cursor: 'before_01' },
    { actor: 'x' },
  ]) {
    await world.refuses('commit.recent', 'query_malformed', bad)
  }
})

test('causes that the leaf does not list are counted, with the digest that it holds', async () => {
  await using world = await World.start()
  const { example } = operations['authority.keyRotate']
  const { tenant, key: holder_key } = example as { tenant: string; key: string }
  for (let made = 0; made < 33; made++) await world.session(tenant, { holder_key })
  const human_presence_receipt = await world.presence(tenant)
  await world.admits('authority.keyRotate', { ...example, human_presence_receipt })
  const [rotated] = (await world.admits('commit.recent', { tenant, limit: 1 })).commits
  assert.deepEqual([rotated.causes, rotated.causes_count], [[], 34])
  assert.match(rotated.causes_digest, /^sha256:[0-9a-f]{64}$/)
})
