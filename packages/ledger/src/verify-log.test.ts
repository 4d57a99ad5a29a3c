import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base64, equal, utf8, utf8Text } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'
import { signCheckpoint } from './checkpoint.ts'
import { VerificationError, type VerificationStep } from './errors.ts'
import { nobleHasher, saltedDigest } from './hasher.ts'
import { draftLeaf, serializeLeaf } from './leaf.ts'
import { parsePolicy } from './policy.ts'
import { naiveLeafHash, NaiveTree } from './testing/naive-tree.ts'
import { ORIGIN, sampleFields, sampleLeaf } from './testing/sample-log.ts'
import { TestLog, testSigner } from './testing/test-log.ts'
import { treeTiles, type Tile } from './tiles.ts'
import { appendLeaf, emptyFrontier } from './tree.ts'
import { formatVerifierKey } from './verifier-key.ts'
import { verifyLog, type LogToVerify } from './verify-log.ts'

const SIZE = 600
const log = new TestLog(SIZE)
const policy = parsePolicy(formatVerifierKey(log.signer.key))
const frontier = log.tree.leafHashes.reduce(
  (before, leafHash) => appendLeaf(before, leafHash),
  emptyFrontier(),
)
const tile = ({ level, index, width }: Tile): Uint8Array => log.tree.tile(level, index, width)
const good: LogToVerify = { leaves: log.leaves, checkpoint: await log.checkpoint(), policy, frontier, tile }

async function failsAt(step: VerificationStep, change: Partial<LogToVerify>, message = /./): Promise<void> {
  await assert.rejects(
    verifyLog({ ...good, ...change }),
    (error) => error instanceof VerificationError && error.step === step && message.test(error.message),
    step,
  )
}

/** Other leaves, with the checkpoint that fits them. */
async function signed(leaves: readonly Uint8Array[]): Promise<Partial<LogToVerify>> {
  const root = new NaiveTree(leaves.map(naiveLeafHash)).root(leaves.length)
  const checkpoint = await signCheckpoint({ origin: ORIGIN, size: leaves.length, root }, [log.signer])
  return { leaves, checkpoint }
}

test('a whole log verifies, tile by tile', async () => {
  const progress: number[] = []
  async function* leaves(): AsyncGenerator<Uint8Array> {
    yield* log.leaves
  }
  const verified = await verifyLog({
    ...good,
    leaves: leaves(),
    onProgress: ({ leaves, size }) => progress.push(leaves, size),
  })
  assert.equal(verified.checkpoint.size, SIZE)
  assert.equal(verified.tiles, [...treeTiles(SIZE)].length)
  assert.deepEqual(progress, [256, SIZE, 512, SIZE, SIZE, SIZE])
})

test('a log of any size verifies, an empty one too', async () => {
  for (const size of [0, 1, 255, 256, 257, 512]) {
    const { checkpoint } = await verifyLog({
      leaves: log.leaves.slice(0, size),
      checkpoint: await log.checkpoint(size),
      policy,
    })
    assert.ok(equal(checkpoint.root, log.tree.root(size)))
  }
})

test('partial tiles need not be kept, full ones must', async () => {
  const onlyFull = (wanted: Tile): Uint8Array | undefined => (wanted.width === 256 ? tile(wanted) : undefined)
  assert.equal((await verifyLog({ ...good, tile: onlyFull })).tiles, 2)
  await failsAt('tile', { tile: () => undefined }, /tile 0 of level 0 is missing/)
})

test('every tile that differs is found', async () => {
  for (const wrong of treeTiles(SIZE)) {
    const spoiled = (wanted: Tile): Uint8Array => {
      const hashes = tile(wanted)
      if (wanted.level === wrong.level && wanted.index === wrong.index) hashes[hashes.length - 1]! ^= 1
      return hashes
    }
    await failsAt('tile', { tile: spoiled }, /not that of the leaves/)
  }
})

test('a log whose leaves are not as they were is refused', async () => {
  const changed = log.leaves.with(300, utf8(utf8Text(log.leaves[300]!).replace('human:ada', 'human:eve')))
  await failsAt('tile', { leaves: changed })
  const { checkpoint } = good
  await assert.rejects(verifyLog({ leaves: changed, checkpoint, policy, frontier }), { step: 'frontier' })
  await assert.rejects(verifyLog({ leaves: changed, checkpoint, policy }), { step: 'root' })
})

test('too few and too many leaves are refused', async () => {
  await failsAt('size', { leaves: log.leaves.slice(1, 1) }, /fewer/)
  await failsAt('size', { leaves: log.leaves.slice(0, -1) }, /fewer/)
  await failsAt('size', { leaves: [...log.leaves, sampleLeaf(SIZE)] }, /more/)
})

test('each leaf is strict, of the log, at its index, and not before the one ahead of it', async () => {
  await failsAt('parse', { leaves: log.leaves.with(5, utf8('{}')) }, /^leaf 5: /)
  await failsAt('leaf_origin', { leaves: log.leaves.with(5, sampleLeaf(5, 'other.example.com')) }, /leaf 5/)
  await failsAt('leaf_sequence', { leaves: log.leaves.with(5, sampleLeaf(6)) }, /leaf 5/)
  const early = serializeLeaf(draftLeaf(sampleFields(5)), 5, '2025-12-31T23:59:59.999Z', ORIGIN)
  await failsAt('commit_time', { leaves: log.leaves.with(5, utf8(early)) }, /leaf 5/)
  const same = serializeLeaf(draftLeaf(sampleFields(1)), 1, '2026-01-01T00:00:00.000Z', ORIGIN)
  const twins = await signed([sampleLeaf(0), utf8(same)])
  await verifyLog({ policy, leaves: twins.leaves!, checkpoint: twins.checkpoint! })
})

test('the checkpoint must be signed, and of these leaves', async () => {
  await failsAt('parse', { checkpoint: 'none' })
  await failsAt('checkpoint_signature', { checkpoint: good.checkpoint.replace('600', '601') })
  await failsAt('checkpoint_signature', { policy: { keys: [] } })
  const other = { origin: ORIGIN, size: SIZE, root: nobleHasher.empty() }
  await failsAt('root', { checkpoint: await signCheckpoint(other, [log.signer]) })
})

test('the frontier must be that of the leaves', async () => {
  const hashes = frontier.hashes.with(0, new Uint8Array(32))
  await failsAt('frontier', { frontier: { size: SIZE, hashes } })
  await failsAt('frontier', { frontier: emptyFrontier() })
})

test('the records must open the digests of their atoms', async () => {
  const salt = new Uint8Array(32).fill(3)
  const state = (number: number) => ({ number })
  const atomsOf = (number: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      digest: saltedDigest(salt, canonicalJson(state(number))),
      ref: `a:${at}`,
      version: 1,
    }))
  const leaves = Array.from({ length: 10 }, (_, number) => {
    const draft = draftLeaf({ ...sampleFields(number), atoms: atomsOf(number, number * 5) })
    return utf8(serializeLeaf(draft, number, '2026-01-01T00:00:00.000Z', ORIGIN))
  })
  const { checkpoint } = await signed(leaves)
  const recordsWith = (wrong: number): LogToVerify => ({
    policy,
    leaves,
    checkpoint: checkpoint!,
    records: async (leaf) => {
      const number = Number(leaf.sequence)
      const atoms = atomsOf(number, number * 5)
      const shown = state(number === wrong ? -1 : number)
      return {
        records: atoms.map(({ ref, version }) => ({ ref, version, salt: base64(salt), state: shown })),
        atoms,
      }
    },
  })
  assert.equal((await verifyLog(recordsWith(-1))).records, 225)
  for (const wrong of [3, 9]) {
    const message = new RegExp(`^leaf ${wrong}: `)
    await assert.rejects(verifyLog(recordsWith(wrong)), { step: 'atom_digest', message })
  }
})

test('every atom of a commit has its record', async () => {
  const salt = new Uint8Array(32)
  const digest = saltedDigest(salt, '{}')
  const atoms = ['a:1', 'a:2'].map((ref) => ({ digest, ref, version: 1 }))
  const draft = draftLeaf({ ...sampleFields(0), atoms })
  const leaves = [utf8(serializeLeaf(draft, 0, '2026-01-01T00:00:00.000Z', ORIGIN))]
  const { checkpoint } = await signed(leaves)
  const record = (ref: string) => ({ ref, version: 1, salt: base64(salt), state: {} })
  const withRecords = (refs: readonly string[]): LogToVerify => {
    const records = refs.map(record)
    return { policy, leaves, checkpoint: checkpoint!, records: () => ({ records }) }
  }
  assert.equal((await verifyLog(withRecords(['a:1', 'a:2']))).records, 2)
  for (const refs of [[], ['a:1'], ['a:1', 'a:1']]) {
    await assert.rejects(verifyLog(withRecords(refs)), { step: 'atom_digest', message: /wrote 2 atoms/ })
  }
})

test('one tree continues across epochs: a checkpoint covers the leaves of earlier ones that are trusted', async () => {
  const log1 = 'log.example.com/t/4f2a'
  const originOf = (epoch: number): string => `${log1}/${epoch}`
  const keys = [1, 2, 3].map((epoch) => testSigner(originOf(epoch), epoch))
  const policyOf = (...epochs: number[]) =>
    parsePolicy(epochs.map((epoch) => formatVerifierKey(keys[epoch - 1]!.key)).join('\n'))
  const verify = async (epochs: readonly number[], policy = policyOf(1, 2, 3), newest = epochs.at(-1)!) => {
    const leaves = epochs.map((epoch, index) => sampleLeaf(index, originOf(epoch)))
    const root = new NaiveTree(leaves.map(naiveLeafHash)).root(leaves.length)
    const state = { origin: originOf(newest), size: leaves.length, root }
    const checkpoint = await signCheckpoint(
      state,
      newest > 1 ? [keys[newest - 1]!, keys[newest - 2]!] : [keys[0]!],
    )
    return verifyLog({ leaves, checkpoint, policy })
  }
  await verify([1, 1, 2, 2, 3])
  await verify([1, 3, 3])
  await verify([1, 1], policyOf(1, 2, 3), 3)
  await assert.rejects(verify([1, 2, 1, 2]), { step: 'leaf_origin', message: /leaf 2 .*earlier epoch/ })
  await assert.rejects(verify([1, 2], policyOf(1, 2, 3), 1), { step: 'leaf_origin' })
  await assert.rejects(verify([1, 2], policyOf(2)), { step: 'leaf_origin', message: /leaf 0 / })
  await assert.rejects(verify([1, 2], policyOf(1)), { step: 'checkpoint_signature' })
  const stranger = parsePolicy(
    [keys[1]!, testSigner('other.example.com/t/4f2a/1', 1)]
      .map(({ key }) => formatVerifierKey(key))
      .join('\n'),
  )
  await assert.rejects(verify([1, 2], stranger), { step: 'leaf_origin' })
})
