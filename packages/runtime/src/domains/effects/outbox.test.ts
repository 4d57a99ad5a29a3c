import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'

async function queue(world: World, key: string): Promise<string> {
  const request = { tenant, effect_kind: 'mail.send', idempotency_key: key }
  return (await world.admits('effect.intent', request)).effectIntent
}

suite('effect.outbox', () => {
  test('lists intents newest first, page by page, with what to do next', async () => {
    await using world = await World.start()
    const intents: string[] = []
    for (const key of ['a', 'b', 'c', 'd', 'e']) intents.unshift(await queue(world, key))
    await world.admits('effect.dispatch', { tenant, effect_intent: intents[1] })
    await world.admits('effect.dispatch', { tenant, effect_intent: intents[3], fail_fixture: true })
    const seen: { effectIntent: string; status: string; nextStep: string }[] = []
    let cursor: string | undefined
    do {
      const page = await world.admits('effect.outbox', { limit: 2, ...(cursor ? { cursor } : {}) })
      assert.deepEqual(page.counts, { intents: 5, executed: 1, open: 4 })
      assert.equal(page.hasMore, page.nextCursor !== null)
      seen.push(...page.intents)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    assert.deepEqual(
      seen.map(({ effectIntent }) => effectIntent),
      intents,
    )
    assert.deepEqual(
      seen.map(({ status, nextStep }) => `${status} ${nextStep}`),
      ['queued dispatch', 'executed none', 'queued dispatch', 'failed dispatch', 'queued dispatch'],
    )
  })

  test('shows one status, and only the tenant that asks', async () => {
    await using world = await World.start()
    await queue(world, 'a')
    const effect_intent = await queue(world, 'b')
    await world.admits('effect.dispatch', { tenant, effect_intent })
    const { intents } = await world.admits('effect.outbox', { status: 'executed' })
    assert.deepEqual(
      intents.map(({ effectIntent }: { effectIntent: string }) => effectIntent),
      [effect_intent],
    )
    const other = await world.admits('effect.outbox', { tenant: 'tenant_node:other' })
    assert.deepEqual(other.intents, [])
  })

  test('a bad query', async () => {
    await using world = await World.start()
    await world.refuses('effect.outbox', 'query_malformed', { cursor: 'after_1' })
    await world.refuses('effect.outbox', 'query_malformed', { status: 'open' })
    await world.refuses('effect.outbox', 'query_malformed', { limit: 0 })
  })
})
