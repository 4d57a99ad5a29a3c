import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fixtureTokens, type Ref } from '@membrane/contract'
import { parsePolicy, parseVerifierKey, verifyReceipt, verifyReceiptBody } from '@membrane/ledger'
import { FaultyStore, grantStanding, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'

async function claimIn(world: World, tenant: Ref): Promise<Ref> {
  const body = { tenant, actor: 'human_person:ada', company: 'company_geist:acme', office: 'cto' }
  const answer = await world.call('standing.claim', { ...body, evidence: [], fixture: true })
  return answer.receipt.ref
}

suite('receipt.show', () => {
  test('a fresh receipt comes with its commit and the way to a signed checkpoint', async () => {
    await using world = await World.start()
    const { standing } = await grantStanding(world, tenant)
    const { commits } = await world.admits('commit.recent')
    const policy = parsePolicy(await world.admits('log.policy'))
    for (const commit of commits) {
      const body = await world.admits('receipt.show', { ref: commit.receipt })
      assert.deepEqual(body.commit, commit)
      const { leaf, checkpoint, index } = await verifyReceiptBody(body, policy)
      assert.equal(leaf.commit, commit.commit)
      assert.equal(index, commit.sequence)
      assert.equal(checkpoint.origin, commit.signer.key)
      assert.equal(body.inclusion.tree_size, checkpoint.size)
      assert.equal(parseVerifierKey(body.verifier_key).name, checkpoint.origin)
    }
    assert.equal(commits[0].atoms[0].ref, standing)
  })

  test('as text it is the file that stands alone', async () => {
    await using world = await World.start()
    const ref = await claimIn(world, tenant)
    const headers = { authorization: `Bearer ${fixtureTokens.primary}`, accept: 'text/plain' }
    const response = await world.fetch(`/v1/receipts/${ref}`, { headers })
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    const policy = parsePolicy(await world.admits('log.policy'))
    const verified = await verifyReceipt(await response.text(), policy)
    assert.equal(verified.leaf.receipt, ref)
    const unknown = await world.fetch('/v1/receipts/receipt:none', { headers })
    assert.equal(unknown.status, 404)
    assert.equal(unknown.headers.get('content-type'), 'application/json; charset=utf-8')
  })

  test('a receipt that is not in the log of the caller is one and the same answer', async () => {
    await using world = await World.start()
    const foreign = await claimIn(world, 'tenant_node:other')
    const read = await world.call('tenant.self')
    const refused = await world.refuses('standing.revoke', 'standing_unknown', {
      standing: 'standing_grant:none',
      reason: 'test',
      fixture: true,
    })
    const answers = []
    for (const ref of [foreign, read.receipt.ref, refused.receipt.ref, 'receipt:never-issued']) {
      const { body, status } = await world.refuses('receipt.show', 'receipt_not_in_log', { ref })
      assert.equal(status, 404)
      answers.push(body)
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    await world.admits('receipt.show', { ref: foreign, tenant: 'tenant_node:other' })
  })

  test('a bad ref is a bad query', async () => {
    await using world = await World.start()
    await world.refuses('receipt.show', 'query_malformed', { ref: 'commit:1' })
    await world.refuses('receipt.show', 'query_malformed', { ref: 'receipt:1', tenant: 'acme' })
  })

  test('a log that is not the one that was signed proves nothing', async () => {
    let spoiled = false
    await using world = await World.start({
      store: (store) =>
        new Proxy(store, {
          get: (target, name) => {
            const member: unknown = Reflect.get(target, name, target)
            if (typeof member !== 'function') return member
            if (name === 'tile' && spoiled) {
              return async (...args: Parameters<typeof target.tile>) =>
                (await target.tile(...args)).map((byte) => byte ^ 1)
            }
            return member.bind(target) as unknown
          },
        }),
    })
    const ref = await claimIn(world, tenant)
    await world.admits('receipt.show', { ref })
    spoiled = true
    const next = await claimIn(world, tenant)
    await world.refuses('receipt.show', 'log_fork_detected', { ref: next })
    await world.refuses('log.consistency', 'log_fork_detected', { from: 2 })
    assert.equal(((await (await world.fetch('/health')).json()) as { log: string }).log, 'fork_detected')
    await claimIn(world, 'tenant_node:other')
    spoiled = false
    await world.admits('receipt.show', { ref: next })
    assert.equal(((await (await world.fetch('/health')).json()) as { log: string }).log, 'consistent')
  })

  test('a store that cannot be reached is not a fork', async () => {
    const faults = new FaultyStore()
    await using world = await World.start({ store: faults.wrap })
    const ref = await claimIn(world, tenant)
    faults.fail()
    await world.refuses('receipt.show', 'store_unavailable', { ref })
    faults.release()
    await world.admits('receipt.show', { ref })
  })
})
