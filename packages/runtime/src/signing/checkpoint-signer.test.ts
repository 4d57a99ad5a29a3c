import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import * as fc from 'fast-check'
import {
  appendLeaf,
  emptyFrontier,
  fromBase64,
  frontierRoot,
  nobleHasher,
  parseCheckpoint,
  parsePolicy,
  parseVerifierKey,
  verifyCheckpoint,
  verifyConsistency,
  verifyLog,
  verifyNote,
  verifyReceiptBody,
  type Frontier,
} from '@membrane/ledger'
import { KeptStore, ManualClock, World, writeUnit } from '@membrane/testkit'
import { keyringFolder, openKeyring, rotateLogKey } from './keyring-file.ts'

const tenant = 'tenant_node:fixture'
const host = 'membrane.local'
const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'membrane-signer-'))
  folders.push(folder)
  return folder
}

const newStore = (identity?: string): KeptStore => new KeptStore(new ManualClock().now, identity)

/** A server over a store that outlives it, as one over a database is. */
function startOver(store: KeptStore, dir: string): Promise<World> {
  const settings = { MEMBRANE_DATABASE_URL: 'postgres://kept', MEMBRANE_DATA_DIR: dir }
  return World.start({ settings, openStore: store.open })
}

async function write(world: World, count: number): Promise<void> {
  for (let at = 0; at < count; at++) await writeUnit(world.runtime, tenant, {})
}

async function newest(world: World) {
  const { checkpoint } = await world.admits('log.consistency', { from: 0 })
  return { note: checkpoint as string, ...parseCheckpoint(checkpoint).checkpoint }
}

async function health(world: World): Promise<string> {
  return ((await (await world.fetch('/health')).json()) as { log: string }).log
}

/** The receipt of the commit at a sequence. */
async function receiptAt(world: World, sequence: number) {
  const { commits } = await world.admits('commit.recent', { limit: 1, cursor: `before_${sequence + 1}` })
  return world.admits('receipt.show', { ref: commits[0].receipt })
}

suite('checkpoints', () => {
  test('are signed when they are read, at most once a second, together for all who wait', async () => {
    await using world = await World.start()
    await write(world, 3)
    const first = await newest(world)
    assert.equal(first.size, 3)
    await write(world, 2)
    const before = world.clock.now()
    assert.equal((await newest(world)).note, first.note)
    assert.equal(world.clock.now(), before)
    const shown = await Promise.all([3, 4, 3, 4].map((sequence) => receiptAt(world, sequence)))
    assert.equal(world.clock.now() - before, 1000, 'four readers waited for one signature')
    assert.deepEqual(new Set(shown.map(({ checkpoint }) => checkpoint)).size, 1)
    assert.equal((await receiptAt(world, 0)).checkpoint, shown[0]!.checkpoint)
    assert.equal(world.clock.now() - before, 1000, 'what is covered waits for nothing')
  })

  test('a clock that is set back does not hold a signature up', async () => {
    await using world = await World.start()
    await write(world, 1)
    await newest(world)
    world.clock.advance(-3_600_000)
    await write(world, 1)
    const before = world.clock.now()
    assert.equal((await newest(world)).size, 2)
    assert.equal(world.clock.now(), before)
  })

  test('whatever commits and reads interleave, all checkpoints are of one growing log', async () => {
    const step = fc.oneof(
      fc.record({ commit: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ read: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ advance: fc.integer({ min: 0, max: 1500 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await using world = await World.start()
        const waiting: Promise<unknown>[] = []
        const notes = new Set<string>()
        const read = async (): Promise<void> => void notes.add((await newest(world)).note)
        for (const step of steps) {
          if ('commit' in step) waiting.push(...Array.from({ length: step.commit }, () => write(world, 1)))
          else if ('read' in step) waiting.push(...Array.from({ length: step.read }, read))
          else world.clock.advance(step.advance)
        }
        await Promise.all(waiting)
        await read()
        const policy = parsePolicy(await world.admits('log.policy'))
        const roots = await rootsOf(world)
        for (const note of notes) {
          const signed = parseCheckpoint(note)
          await verifyCheckpoint(signed, policy)
          assert.deepEqual(signed.checkpoint.root, roots[signed.checkpoint.size])
        }
      }),
      { numRuns: 15 },
    )
  })
})

/** The root of the log at each of its sizes, by the frontier. */
async function rootsOf({ runtime: { store } }: World): Promise<Uint8Array[]> {
  const { size } = await store.head(tenant)
  const roots: Uint8Array[] = []
  let frontier: Frontier = emptyFrontier()
  for (const leaf of await store.leaves(tenant, 0, size)) {
    roots.push(frontierRoot(frontier))
    frontier = appendLeaf(frontier, nobleHasher.leaf(leaf))
  }
  return [...roots, frontierRoot(frontier)]
}

suite('the keyring of a store', () => {
  const skip = process.env.MEMBRANE_TEST_STORE === 'postgres'
  test('in memory is a fresh one at every start, and nothing is written', { skip }, async () => {
    const dir = join(await dataDir(), 'none')
    const settings = { MEMBRANE_DATA_DIR: dir }
    await using first = await World.start({ settings })
    await using second = await World.start({ settings })
    await write(first, 1)
    await newest(first)
    assert.ok(!existsSync(dir))
    const [one, two] = [await first.admits('log.policy'), await second.admits('log.policy')]
    assert.notEqual(one.origin, two.origin)
    assert.notEqual(one.keys[0].verifier_key.split('+')[2], two.keys[0].verifier_key.split('+')[2])
  })

  test('that others may read stops the start', async () => {
    const dir = await dataDir()
    await openKeyring(dir, host)
    await chmod(join(keyringFolder(dir), 'keyring.json'), 0o644)
    await assert.rejects(startOver(newStore(), dir), /is open to others/)
  })
})

suite('the fork guard', () => {
  test('a store that comes back smaller, or different, is not signed', async () => {
    const dir = await dataDir()
    {
      await using world = await startOver(newStore(), dir)
      await write(world, 5)
      assert.equal((await newest(world)).size, 5)
    }
    await using smaller = await startOver(newStore(), dir)
    await write(smaller, 3)
    await smaller.refuses('log.consistency', 'log_fork_detected', { from: 0 })
    assert.equal(await health(smaller), 'fork_detected')
    await write(smaller, 2)
    await smaller.refuses('log.consistency', 'log_fork_detected', { from: 0 })
    await write(smaller, 4)
    await smaller.refuses('log.consistency', 'log_fork_detected', { from: 0 })
    const { body } = await smaller.refuses('receipt.show', 'log_fork_detected', {
      ref: (await smaller.admits('commit.recent')).commits[0].receipt,
    })
    assert.equal(body.retryable, true)
    const { origin } = await smaller.admits('log.policy')
    const headers = { authorization: `Bearer ${smaller.runtime.fixtureTokens.primary}` }
    const path = `${origin.slice(origin.indexOf('/'))}/checkpoint`
    assert.equal((await smaller.fetch(path, { headers })).status, 503)
  })

  test('the same store is signed again after a restart, and another store on its own', async () => {
    const dir = await dataDir()
    const store = newStore()
    for (const size of [2, 4]) {
      await using world = await startOver(store, dir)
      await write(world, 2)
      assert.equal((await newest(world)).size, size)
      assert.equal(await health(world), 'consistent')
    }
    await using other = await startOver(newStore('another'), dir)
    await write(other, 1)
    assert.equal((await newest(other)).size, 1)
  })

  test('servers that share a keyring sign one log with one key', async () => {
    const dir = await dataDir()
    const store = newStore()
    await using first = await startOver(store, dir)
    await using second = await startOver(store, dir)
    await write(first, 3)
    const one = await newest(first)
    await write(second, 2)
    const two = await newest(second)
    assert.deepEqual(await first.admits('log.policy'), await second.admits('log.policy'))
    const { hashes } = await first.admits('log.consistency', { from: one.size, to: two.size })
    const proof = { from: 3, to: 5, hashes: hashes.map((hash: string) => fromBase64(hash)) }
    assert.ok(verifyConsistency(proof, one.root, two.root))
  })
})

suite('a rotation', () => {
  test('keeps one tree: old receipts verify by the old key, new ones by the new', async () => {
    const dir = await dataDir()
    const store = newStore()
    let before: Awaited<ReturnType<typeof receiptAt>>
    let oldPolicy: unknown
    {
      await using world = await startOver(store, dir)
      await write(world, 5)
      before = await receiptAt(world, 2)
      oldPolicy = await world.admits('log.policy')
    }
    await rotateLogKey(dir)
    await using world = await startOver(store, dir)
    const body = await world.admits('log.policy')
    assert.deepEqual(
      body.keys.map(({ epoch, active }: { epoch: number; active: boolean }) => [epoch, active]),
      [
        [1, false],
        [2, true],
      ],
    )
    const old = parsePolicy(oldPolicy)
    const policy = parsePolicy(body)
    const early = await receiptAt(world, 4)
    assert.equal(
      (await verifyReceiptBody(early, old)).checkpoint.size,
      5,
      'before the first commit of the epoch',
    )
    await write(world, 4)
    for (const sequence of [0, 4]) {
      const shown = await receiptAt(world, sequence)
      assert.equal((await verifyReceiptBody(shown, old)).checkpoint.size, 5)
      assert.equal(shown.commit.signer.key, old.keys[0]!.origin)
    }
    await verifyReceiptBody(before, policy)
    for (const sequence of [5, 8]) {
      const shown = await receiptAt(world, sequence)
      assert.equal((await verifyReceiptBody(shown, policy)).checkpoint.size, 9)
      assert.equal(shown.commit.signer.key, body.origin)
      await assert.rejects(verifyReceiptBody(shown, old), { step: 'checkpoint_signature' })
    }
    const { note } = await newest(world)
    const cross = await verifyNote(parseCheckpoint(note).note, [old.keys[0]!.key])
    assert.deepEqual(cross, [parseVerifierKey(body.keys[0].verifier_key)])
    const leaves = store.leaves(tenant, 0, 9)
    assert.equal((await verifyLog({ leaves, checkpoint: note, policy })).checkpoint.size, 9)
  })

  test('each epoch is served under its origin, as far as it went', async () => {
    const dir = await dataDir()
    const store = newStore()
    for (const count of [3, 4, 2]) {
      await using world = await startOver(store, dir)
      await write(world, count)
      await rotateLogKey(dir)
    }
    await using world = await startOver(store, dir)
    const { keys } = await world.admits('log.policy')
    const policy = parsePolicy({ keys })
    const headers = { authorization: `Bearer ${world.runtime.fixtureTokens.primary}` }
    const sizes = []
    for (const { origin } of keys) {
      const prefix = origin.slice(origin.indexOf('/'))
      const signed = parseCheckpoint(await (await world.fetch(`${prefix}/checkpoint`, { headers })).text())
      await verifyCheckpoint(signed, policy)
      assert.equal(signed.checkpoint.origin, origin)
      const { size } = signed.checkpoint
      sizes.push(size)
      assert.equal((await world.fetch(`${prefix}/tile/0/000.p/${size}`, { headers })).status, 200)
      assert.equal((await world.fetch(`${prefix}/tile/0/000.p/${size + 1}`, { headers })).status, 404)
    }
    assert.deepEqual(sizes, [3, 7, 9, 9])
    assert.equal((await receiptAt(world, 5)).inclusion.tree_size, 7)
  })

  test('a server with an older keyring than the log signs nothing', async () => {
    const [dir, old] = [await dataDir(), await dataDir()]
    const store = newStore()
    await openKeyring(dir, host)
    await rotateLogKey(dir)
    {
      await using world = await startOver(store, dir)
      await write(world, 1)
    }
    await using world = await startOver(store, old)
    await world.refuses('log.consistency', 'store_unavailable', { from: 0 })
    await world.refuses('commit.recent', 'store_unavailable')
  })
})
