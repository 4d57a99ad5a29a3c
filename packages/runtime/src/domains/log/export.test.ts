import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checkAtom, fromBase64, parseLeaf, parsePolicy, verifyReceiptBody } from '@membrane/ledger'
import { grantStanding, World } from '@membrane/testkit'

const tenant = 'tenant_node:fixture'

suite('log.export', () => {
  test('every record opens its digest in the leaf of its commit', async () => {
    await using world = await World.start()
    await grantStanding(world, tenant, ['invoice.approve'])
    const { commits, next_from } = await world.admits('log.export')
    assert.deepEqual([commits.length, next_from], [3, null])
    const policy = parsePolicy(await world.admits('log.policy'))
    const listed = await world.admits('commit.recent')
    for (const [at, { sequence, atoms }] of commits.entries()) {
      assert.equal(sequence, at)
      const { receipt } = listed.commits[commits.length - 1 - at]
      const shown = await world.admits('receipt.show', { ref: receipt })
      const { leaf } = await verifyReceiptBody(shown, policy, { atom: atoms[0] })
      assert.deepEqual(leaf, parseLeaf(fromBase64(shown.leaf)))
      for (const atom of atoms) checkAtom(leaf, atom)
      assert.equal(atoms.length, leaf.atoms!.length)
    }
  })

  test('pages follow one another to the end, and an empty log has none', async () => {
    await using world = await World.start()
    assert.deepEqual(await pageOf(world, {}), [[], null])
    await grantStanding(world, tenant)
    assert.deepEqual(await pageOf(world, { limit: 2 }), [[0, 1], 2])
    assert.deepEqual(await pageOf(world, { limit: 2, from: 2 }), [[2], null])
    assert.deepEqual(await pageOf(world, { from: 3 }), [[], null])
  })

  test('a page is of bounded size', async () => {
    await using world = await World.start()
    for (const query of [{ limit: 0 }, { limit: 257 }, { from: -1 }, { from: 'start' }])
      await world.refuses('log.export', 'query_malformed', query)
  })
})

async function pageOf(world: World, query: object): Promise<[number[], number | null]> {
  const { commits, next_from } = await world.admits('log.export', query)
  return [commits.map(({ sequence }: { sequence: number }) => sequence), next_from]
}
