import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { buildProof, planConsistency, planInclusion, planRoot, type ProofPlan } from './build-proof.ts'
import { fromHex, hex } from './bytes.ts'
import { verifyConsistency, verifyInclusion } from './check-proof.ts'
import { LedgerError } from './errors.ts'
import { nobleHasher } from './hasher.ts'
import { naiveLeafHash, NaiveTree, sampleLeafHashes } from './testing/naive-tree.ts'
import { rememberingHasher } from './testing/test-log.ts'
import { tileWidth } from './tiles.ts'

const hasher = rememberingHasher()

/** Builds a proof as a store would: from exactly the tiles that the plan lists. */
function build(tree: NaiveTree, plan: ProofPlan, treeSize: number): Uint8Array[] {
  const tiles = new Map<string, Uint8Array>()
  for (const { level, index, width } of plan.tiles) {
    const key = `${level}/${index}`
    assert.ok(!tiles.has(key), 'each tile once')
    assert.equal(width, tileWidth(level, index, treeSize))
    tiles.set(key, tileOf(tree, level, index, width))
  }
  return buildProof(plan, (level, index) => tiles.get(`${level}/${index}`), hasher)
}

const known = new WeakMap<NaiveTree, Map<string, Uint8Array>>()

function tileOf(tree: NaiveTree, level: number, index: number, width: number): Uint8Array {
  const tiles = known.get(tree) ?? new Map<string, Uint8Array>()
  known.set(tree, tiles)
  const key = `${level}/${index}/${width}`
  const tile = tiles.get(key) ?? tree.tile(level, index, width)
  tiles.set(key, tile)
  return tile
}

const hexes = (hashes: readonly Uint8Array[]): string[] => hashes.map(hex)
const joined = (hashes: readonly Uint8Array[]): string => Buffer.concat(hashes).toString('hex')

function checkInclusion(tree: NaiveTree, index: number, treeSize: number): void {
  const hashes = build(tree, planInclusion(index, treeSize), treeSize)
  assert.equal(joined(hashes), joined(tree.inclusion(index, treeSize)))
  const proof = { index, treeSize, hashes }
  assert.ok(verifyInclusion(proof, tree.leafHashes[index]!, tree.root(treeSize), hasher))
}

function checkConsistency(tree: NaiveTree, from: number, to: number): void {
  const hashes = build(tree, planConsistency(from, to), to)
  assert.equal(joined(hashes), joined(tree.consistency(from, to)))
  assert.ok(verifyConsistency({ from, to, hashes }, tree.root(from), tree.root(to), hasher))
}

const small = new NaiveTree(sampleLeafHashes(300))

test('inclusion of every leaf in every tree up to 300 leaves', () => {
  for (let size = 1; size <= 300; size++) {
    for (let index = 0; index < size; index++) checkInclusion(small, index, size)
  }
})

test('consistency of every two trees up to 300 leaves', () => {
  for (let to = 0; to <= 300; to++) {
    for (let from = 0; from <= to; from++) checkConsistency(small, from, to)
  }
})

test('proofs of trees with three levels of tiles', () => {
  const tree = new NaiveTree(sampleLeafHashes(66_000))
  const size = fc.oneof(
    fc.integer({ min: 1, max: 66_000 }),
    fc.constantFrom(255, 256, 257, 65_535, 65_536, 65_537),
  )
  fc.assert(
    fc.property(size, size, (left, right) => {
      const [from, to] = [Math.min(left, right), Math.max(left, right)]
      checkInclusion(tree, from - 1, to)
      checkConsistency(tree, from, to)
    }),
    { numRuns: 300 },
  )
})

const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
] as const
const NODES = {
  leaf1: '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  leaf4: 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  leaves2to3: '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  leaves4to5: '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  leaves4to7: '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  leaves6to7: 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
}

test('the root of every tree comes from its tiles', () => {
  const large = new NaiveTree(sampleLeafHashes(70_000))
  for (let size = 1; size <= 300; size++)
    assert.deepEqual(build(small, planRoot(size), size), [small.root(size)])
  for (const size of [511, 512, 65_535, 65_536, 65_537, 70_000]) {
    assert.equal(hex(build(large, planRoot(size), size)[0]!), hex(large.root(size)))
  }
  assert.throws(() => planRoot(0), LedgerError)
  assert.throws(() => planRoot(-1), LedgerError)
})

test('the eight-leaf vectors of Certificate Transparency', () => {
  const tree = new NaiveTree(LEAVES.map((leaf) => naiveLeafHash(fromHex(leaf))))
  const { leaf1, leaf4, leaves2to3, leaves4to5, leaves4to7, leaves6to7 } = NODES
  const inclusions: readonly [index: number, size: number, hashes: readonly string[]][] = [
    [0, 1, []],
    [0, 8, [leaf1, leaves2to3, leaves4to7]],
    [5, 8, [leaf4, leaves6to7, ROOTS[4]]],
    [2, 3, [ROOTS[2]]],
    [1, 5, [ROOTS[1], leaves2to3, leaf4]],
  ]
  for (const [index, treeSize, expected] of inclusions) {
    const hashes = build(tree, planInclusion(index, treeSize), treeSize)
    assert.deepEqual(hexes(hashes), expected)
    const leafHash = nobleHasher.leaf(fromHex(LEAVES[index]!))
    assert.ok(verifyInclusion({ index, treeSize, hashes }, leafHash, fromHex(ROOTS[treeSize]!)))
  }
  const consistencies: readonly [from: number, to: number, hashes: readonly string[]][] = [
    [1, 1, []],
    [1, 8, [leaf1, leaves2to3, leaves4to7]],
    [6, 8, [leaves4to5, leaves6to7, ROOTS[4]]],
    [2, 5, [leaves2to3, leaf4]],
  ]
  for (const [from, to, expected] of consistencies) {
    const hashes = build(tree, planConsistency(from, to), to)
    assert.deepEqual(hexes(hashes), expected)
    assert.ok(verifyConsistency({ from, to, hashes }, fromHex(ROOTS[from]!), fromHex(ROOTS[to]!)))
  }
})

/** Every way to be one step from a list of hashes: a bit, a hash too few, too many, or two exchanged. */
function* oneStepFrom(hashes: readonly Uint8Array[]): Generator<Uint8Array[]> {
  for (const [at, hash] of hashes.entries()) {
    const flipped = hash.slice()
    flipped[at % 32]! ^= 1 << (at % 8)
    yield hashes.with(at, flipped)
    yield hashes.with(at, hash.slice(1))
    yield hashes.toSpliced(at, 1)
    yield hashes.toSpliced(at, 0, hash)
    if (at > 0) yield hashes.with(at, hashes[at - 1]!).with(at - 1, hash)
  }
  yield [...hashes, new Uint8Array(32)]
  yield [new Uint8Array(32), ...hashes]
}

test('an inclusion proof that differs anywhere is refused', () => {
  for (const [index, treeSize] of [
    [0, 1],
    [0, 2],
    [6, 7],
    [7, 8],
    [100, 300],
    [299, 300],
    [255, 256],
  ] as const) {
    const [leafHash, root] = [small.leafHashes[index]!, small.root(treeSize)]
    const hashes = small.inclusion(index, treeSize)
    const proof = { index, treeSize, hashes }
    assert.ok(verifyInclusion(proof, leafHash, root))
    for (const other of oneStepFrom(hashes))
      assert.ok(!verifyInclusion({ ...proof, hashes: other }, leafHash, root))
    for (const other of [-1, 0.5, index + 1, index ^ 1, treeSize, treeSize + index, 2 ** 53, Number.NaN]) {
      assert.ok(!verifyInclusion({ ...proof, index: other }, leafHash, root))
    }
    for (const other of [index, -1, 0, 0.5, 2 ** 53]) {
      assert.ok(!verifyInclusion({ ...proof, treeSize: other }, leafHash, root))
    }
    assert.ok(!verifyInclusion(proof, root, small.root(treeSize - 1)))
    assert.ok(!verifyInclusion(proof, leafHash.slice(1), root))
  }
})

test('a consistency proof that differs anywhere is refused', () => {
  for (const [from, to] of [
    [1, 2],
    [3, 7],
    [4, 7],
    [6, 8],
    [100, 300],
    [256, 300],
    [299, 300],
    [0, 5],
    [5, 5],
  ] as const) {
    const [old, grown] = [small.root(from), small.root(to)]
    const hashes = small.consistency(from, to)
    const proof = { from, to, hashes }
    assert.ok(verifyConsistency(proof, old, grown))
    for (const other of oneStepFrom(hashes))
      assert.ok(!verifyConsistency({ ...proof, hashes: other }, old, grown))
    for (const other of [-1, 0.5, to + 1, 2 ** 53, Number.NaN]) {
      assert.ok(!verifyConsistency({ ...proof, from: other }, old, grown))
    }
    const wrong = small.root(to + 1 > 300 ? 1 : to + 1)
    assert.ok(!verifyConsistency(proof, wrong, grown))
    if (from > 0) assert.ok(!verifyConsistency(proof, old, wrong))
    if (from > 0) assert.ok(!verifyConsistency({ ...proof, from: from - 1 }, old, grown))
    if (from > 0 && from < to) assert.ok(!verifyConsistency(proof, grown, old))
    assert.ok(!verifyConsistency({ ...proof, to: -1 }, old, grown))
  }
})

test('plans of trees beyond 32 bits ask for few tiles', () => {
  const size = 2 ** 45 + 12_345
  const plan = planInclusion(2 ** 44 + 77, size)
  assert.ok(plan.tiles.length <= 12)
  for (const { level, index, width } of plan.tiles) assert.equal(width, tileWidth(level, index, size))
  const lookup = (): Uint8Array => new Uint8Array(8192)
  const proof = { index: 2 ** 44 + 77, treeSize: size, hashes: buildProof(plan, lookup) }
  assert.ok(!verifyInclusion(proof, new Uint8Array(32), new Uint8Array(32)))
  assert.throws(() => buildProof(plan, () => undefined), /is not there in full/)
  assert.throws(() => buildProof(plan, () => new Uint8Array(0)), LedgerError)
})

test('there is no plan for sizes and indices that no tree has', () => {
  for (const [index, size] of [
    [0, 0],
    [5, 5],
    [-1, 5],
    [0.5, 5],
    [0, 2 ** 53],
  ] as const) {
    assert.throws(() => planInclusion(index, size), LedgerError)
  }
  for (const [from, to] of [
    [2, 1],
    [-1, 1],
    [0.5, 1],
    [1, 2 ** 53],
  ] as const) {
    assert.throws(() => planConsistency(from, to), LedgerError)
  }
})
