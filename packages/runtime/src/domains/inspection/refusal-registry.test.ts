import assert from 'node:assert/strict'
import { test } from 'node:test'
import { World } from '@membrane/testkit'

test('explains every code that the list names', async () => {
  await using world = await World.start()
  const { entries } = await world.admits('refusal.registry')
  const { codes } = await world.admits('refusal.codes')
  assert.deepEqual(
    entries.map(({ code }: { code: string }) => code),
    codes,
  )
  for (const { code, guard_rule, privacy_posture, runtime_taxonomy } of entries) {
    assert.match(guard_rule, /^[A-Z].{10,}\.$/, `${code} has no sentence`)
    assert.ok(privacy_posture.length > 0 && runtime_taxonomy.length > 0)
  }
})
