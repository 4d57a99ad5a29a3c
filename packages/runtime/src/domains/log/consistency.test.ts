import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fromBase64, nobleHasher, parseCheckpoint, verifyConsistency } from '@membrane/ledger'
import { grantStanding, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'

async function checkpointOf(world: World) {
  const { checkpoint, to } = await world.admits('log.consistency', { from: 0 })
  const parsed = parseCheckpoint(checkpoint).checkpoint
  assert.equal(parsed.size, to)
  return parsed
}

suite('log.consistency', () => {
  test('any later checkpoint extends any earlier one', async () => {
    await using world = await World.start()
    const seen = [await checkpointOf(world)]
    for (let round = 0; round < 5; round++) {
      await grantStanding(world, tenant)
      world.clock.advance(1000)
      seen.push(await checkpointOf(world))
    }
    assert.deepEqual(
      seen.map(({ size }) => size),
      [0, 3, 6, 9, 12, 15],
    )
    assert.deepEqual(seen[0]!.root, nobleHasher.empty())
    for (const [at, older] of seen.entries()) {
      for (const newer of seen.slice(at)) {
        const { hashes } = await world.admits('log.consistency', { from: older.size, to: newer.size })
        const proof = {
          from: older.size,
          to: newer.size,
          hashes: hashes.map((hash: string) => fromBase64(hash)),
        }
        assert.ok(verifyConsistency(proof, older.root, newer.root))
      }
    }
  })

  test('a size that was only just reached waits for its checkpoint', async () => {
    await using world = await World.start()
    await grantStanding(world, tenant)
    assert.equal((await checkpointOf(world)).size, 3)
    await grantStanding(world, tenant)
    assert.equal((await checkpointOf(world)).size, 3, 'within the second the checkpoint stays')
    const before = world.clock.now()
    const { checkpoint } = await world.admits('log.consistency', { from: 3, to: 6 })
    assert.equal(parseCheckpoint(checkpoint).checkpoint.size, 6)
    assert.equal(world.clock.now() - before, 1000)
  })

  test('sizes that the log has not are refused', async () => {
    await using world = await World.start()
    await grantStanding(world, tenant)
    for (const query of [
      { from: 4 },
      { from: 2, to: 1 },
      { from: 0, to: 4 },
      { from: -1 },
      { from: 1.5 },
      {},
    ]) {
      await world.refuses('log.consistency', 'query_malformed', query)
    }
    await world.refuses('log.consistency', 'query_malformed', { from: 0, to: 'three' })
  })
})
