import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureTokens } from '@membrane/contract'
import { parsePolicy } from '@membrane/ledger'
import { World } from '@membrane/testkit'

test('log.policy is a policy to pin, another one for every tenant, and names nobody', async () => {
  await using world = await World.start({ settings: { MEMBRANE_LOG_ORIGIN: 'log.example.com' } })
  const own = await world.admits('log.policy')
  const other = await world.admits('log.policy', {}, { token: fixtureTokens.secondary })
  assert.equal(parsePolicy(own).keys[0]!.key.name, own.origin)
  assert.match(own.origin, /^log\.example\.com\/t\/[0-9a-f]{32}\/1$/)
  assert.deepEqual(
    own.keys.map(({ epoch, origin, active }: { epoch: number; origin: string; active: boolean }) => [
      epoch,
      origin,
      active,
    ]),
    [[1, own.origin, true]],
  )
  assert.notEqual(own.origin, other.origin)
})
