import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordReality } from '@membrane/contract'
import { approval, forkIn, World } from '@membrane/testkit'
import * as fc from 'fast-check'
import { act, Player, type Act, type Call } from '../economy/testing/acts.ts'

const tenant = 'tenant_node:fixture'
const acts = fc.array(act, { minLength: 1, maxLength: 10 })
const own = new Set(['reality', 'context_transition', 'promotion_atom'])

const directly =
  (world: World): Call =>
  (name, body) =>
    world.call(name, body)

/** What wrote nothing in the projection is `verified` there and leaves nothing to promote. */
const inside =
  (world: World, reality: string): Call =>
  async (operation, input) => {
    const { outcome, body } = await world.call('reality.commit', { reality, operation, input })
    return { outcome, body: outcome === 'refused' ? body : body.result }
  }

async function playAll(player: Player, acts: readonly Act[]): Promise<Player> {
  for (const each of acts) await player.play(each)
  return player
}

/** Every version of every record in order, with the identifiers that differ between two worlds numbered. */
async function recordOf({ runtime }: World): Promise<string[]> {
  const numbers = new Map<string, number>()
  const number = (id: string): string => `#${numbers.get(id) ?? numbers.set(id, numbers.size).size - 1}`
  const commits = await runtime.store.commitsFrom(tenant, 0, 100_000)
  return commits
    .flatMap(({ atoms }) => atoms)
    .filter(({ reality, kind }) => reality === recordReality && !own.has(kind))
    .map(({ kind, ref, version, state }) => `${kind} ${ref} ${version} ${state}`)
    .map((line) => line.replaceAll(/[0-9a-hjkmnp-tv-z]{26}/g, number))
}

/** Everything that a caller can read of the record. */
async function answersOf(world: World): Promise<unknown> {
  const { commits: _, ...counts } = (await world.admits('m7.state')).counts
  return {
    counts,
    connectors: await world.admits('evidence.connectors.status'),
    record: await recordOf(world),
  }
}

test('a projection never changes what the record answers', async () => {
  await fc.assert(
    fc.asyncProperty(acts, acts, acts, async (before, projected, after) => {
      await using world = await World.start()
      await using twin = await World.start()
      const player = await playAll(new Player(directly(world), world.clock.now), before)
      const reality = await forkIn(world)
      const seen = await answersOf(world)
      await playAll(new Player(inside(world, reality), world.clock.now, player), projected)
      assert.deepEqual(await answersOf(world), seen)
      const twinPlayer = await playAll(new Player(directly(twin), twin.clock.now), before)
      await playAll(player, after)
      await playAll(twinPlayer, after)
      assert.deepEqual(await recordOf(world), await recordOf(twin))
    }),
    { numRuns: 25 },
  )
})

test('fork and promote onto an unchanged record is doing it on the record', async () => {
  let promotions = 0
  await fc.assert(
    fc.asyncProperty(acts, acts, async (before, projected) => {
      await using world = await World.start()
      await using twin = await World.start()
      const player = await playAll(new Player(directly(world), world.clock.now), before)
      const reality = await forkIn(world)
      await playAll(new Player(inside(world, reality), world.clock.now, player), projected)
      const answer = await world.call('reality.promote', { reality, evidence: approval })
      const code = answer.body.refusal_code ?? 'admitted'
      assert.ok(['admitted', 'reality_promotion_atom_missing'].includes(code), code)
      if (code === 'admitted') promotions++
      await playAll(new Player(directly(twin), twin.clock.now), [...before, ...projected])
      assert.deepEqual(await recordOf(world), await recordOf(twin))
    }),
    { numRuns: 30 },
  )
  assert.ok(promotions > 10, `only ${promotions} histories had something to promote`)
})

/** Plays what stood in the projection on the record of today, up to what it refuses. */
async function doToday(
  player: Player,
  acts: readonly Act[],
): Promise<{ at: number; code: string } | undefined> {
  for (const [at, each] of acts.entries()) {
    const { outcome, body } = (await player.play(each))!
    if (outcome === 'refused') return { at, code: body.refusal_code }
  }
  return undefined
}

test('promotion onto a record that moved is doing it today, or names the atom that today refuses', async () => {
  const ends = { admitted: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(acts, acts, acts, async (before, projected, moved) => {
      await using world = await World.start()
      await using twin = await World.start()
      const player = await playAll(new Player(directly(world), world.clock.now), before)
      const reality = await forkIn(world)
      const stood: { readonly act: Act; readonly atom: string }[] = []
      const inProjection = new Player(inside(world, reality), world.clock.now, player)
      for (const each of projected) {
        const answer = await inProjection.play(each)
        if (answer?.outcome !== 'admitted') continue
        const [newest] = await world.runtime.store.commits(tenant, { before: null, limit: 1 })
        stood.push({ act: each, atom: newest!.atoms[0]!.ref })
      }
      if (stood.length === 0) return
      const twinPlayer = await playAll(new Player(directly(twin), twin.clock.now), before)
      const today = new Player(directly(twin), twin.clock.now, twinPlayer)
      await playAll(player, moved)
      await playAll(twinPlayer, moved)
      const unpromoted = await recordOf(world)

      const { body } = await world.call('reality.promote', { reality, evidence: approval })
      const refused = await doToday(
        today,
        stood.map(({ act }) => act),
      )
      if (refused === undefined) {
        ends.admitted++
        assert.equal(body.status, 'promoted', JSON.stringify(body))
        assert.deepEqual(await recordOf(world), await recordOf(twin))
      } else {
        ends.refused++
        assert.equal(body.refusal_code, refused.code)
        assert.equal(body.failed_atom, stood[refused.at]!.atom)
        assert.deepEqual(await recordOf(world), unpromoted)
      }
    }),
    { numRuns: 40 },
  )
  assert.ok(ends.admitted > 3 && ends.refused > 3, JSON.stringify(ends))
})
