import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { hex } from './bytes.ts'
import { LedgerError } from './errors.ts'
import { nobleHasher } from './hasher.ts'
import { NaiveTree, sampleLeafHashes } from './testing/naive-tree.ts'
import { TileRows } from './tile-rows.ts'
import { completedTiles, decodeEntryBundle, encodeEntryBundle, parseTilePath, perfectRoot } from './tiles.ts'
import { tilePath, tileWidth, treeTiles, type TileAddress } from './tiles.ts'

test('paths as C2SP tlog-tiles writes them', () => {
  const paths: readonly [TileAddress, string][] = [
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 63, index: 999, width: 1 }, 'tile/63/999.p/1'],
    [{ level: 1, index: 1000, width: 255 }, 'tile/1/x001/000.p/255'],
    [{ level: 'entries', index: 5, width: 17 }, 'tile/entries/005.p/17'],
  ]
  for (const [tile, path] of paths) {
    assert.equal(tilePath(tile), path)
    assert.deepEqual(parseTilePath(path), tile)
  }
})

test('every tile comes back from its path', () => {
  const level = fc.oneof(fc.nat(63), fc.constant('entries' as const))
  fc.assert(
    fc.property(level, fc.maxSafeNat(), fc.integer({ min: 1, max: 256 }), (level, index, width) => {
      assert.deepEqual(parseTilePath(tilePath({ level, index, width })), { level, index, width })
    }),
  )
})

test('paths that no tile has are refused', () => {
  const paths =
    ' tile tile/0 tile/0/ tile/0/1 tile/0/0001 tile/00/000 tile/64/000 tile/-1/000 tile/0/x000/000' +
    ' tile/0/001/000 tile/0/x001 tile/0/x001/ tile/0/X001/000 tile/0/000/ tile/0/000.p/0 tile/0/000.p/256' +
    ' tile/0/000.p/01 tile/0/000.p/ tile/0/000.p /tile/0/000 tile/entries/000.p/1000 tile/entry/000' +
    ' tile/0/000\n tile/0/x999/x999/x999/x999/x999/999 tile/0/../000 tile/٠/000'
  for (const path of paths.split(' ')) assert.throws(() => parseTilePath(path), LedgerError, path)
  for (const tile of [
    { level: 64, index: 0, width: 1 },
    { level: 0, index: -1, width: 1 },
    { level: 0, index: 0, width: 0 },
    { level: 0, index: 0, width: 257 },
    { level: 0.5, index: 0, width: 1 },
  ]) {
    assert.throws(() => tilePath(tile), LedgerError)
  }
})

test('the tiles of the example of C2SP tlog-tiles, 70,000 leaves', () => {
  const tiles = [...treeTiles(70_000)]
  const level = (number: number) => tiles.filter((tile) => tile.level === number)
  assert.equal(level(0).filter((tile) => tile.width === 256).length, 273)
  assert.deepEqual(level(0).at(-1), { level: 0, index: 273, width: 112 })
  assert.deepEqual(level(1), [
    { level: 1, index: 0, width: 256 },
    { level: 1, index: 1, width: 17 },
  ])
  assert.deepEqual(level(2), [{ level: 2, index: 0, width: 1 }])
  assert.equal(level(3).length, 0)
})

test('the tiles of small and of even sizes', () => {
  assert.deepEqual([...treeTiles(0)], [])
  assert.deepEqual([...treeTiles(1)], [{ level: 0, index: 0, width: 1 }])
  assert.deepEqual(
    [...treeTiles(256)],
    [
      { level: 0, index: 0, width: 256 },
      { level: 1, index: 0, width: 1 },
    ],
  )
  assert.equal(tileWidth(0, 1, 256), 0)
  assert.throws(() => [...treeTiles(-1)], LedgerError)
})

test('the tiles that complete are the full ones that were not there before', () => {
  const names = (tiles: Iterable<{ level: number; index: number; width: number }>): string[] =>
    [...tiles].filter((tile) => tile.width === 256).map((tile) => `${tile.level}/${tile.index}`)
  const size = fc.oneof(fc.nat(70_000), fc.constantFrom(0, 255, 256, 65_535, 65_536))
  fc.assert(
    fc.property(size, size, (left, right) => {
      const [from, to] = [Math.min(left, right), Math.max(left, right)]
      const before = new Set(names(treeTiles(from)))
      const gained = names(treeTiles(to)).filter((name) => !before.has(name))
      assert.deepEqual(names(completedTiles(from, to)), gained)
    }),
  )
  for (const [from, to] of [
    [1, 0],
    [-1, 0],
    [0, 0.5],
  ] as const) {
    assert.throws(() => completedTiles(from, to), LedgerError)
  }
})

test('rows hand out the tiles of the tree', () => {
  const size = 66_000
  const leafHashes = sampleLeafHashes(size)
  const tree = new NaiveTree(leafHashes)
  const rows = new TileRows(nobleHasher)
  const filled = leafHashes.flatMap((leafHash) => rows.push(leafHash)).concat(rows.partial())
  const names = filled.map(({ tile }) => tilePath(tile)).sort()
  assert.deepEqual(names, [...treeTiles(size)].map(tilePath).sort())
  for (const { tile, hashes } of filled) {
    assert.equal(hex(hashes), hex(tree.tile(tile.level, tile.index, tile.width)))
  }
})

test('the root over a tile is its hash in the level above', () => {
  const tree = new NaiveTree(sampleLeafHashes(512))
  assert.equal(hex(perfectRoot(tree.tile(0, 1, 256))), hex(tree.hash(256, 512)))
  assert.equal(hex(perfectRoot(tree.tile(0, 0, 1))), hex(tree.leafHashes[0]!))
  for (const length of [0, 31, 33, 96]) assert.throws(() => perfectRoot(new Uint8Array(length)), LedgerError)
})

test('entry bundles', () => {
  const leaves = fc.array(fc.uint8Array({ maxLength: 600 }), { minLength: 1, maxLength: 256 })
  fc.assert(
    fc.property(leaves, (leaves) => assert.deepEqual(decodeEntryBundle(encodeEntryBundle(leaves)), leaves)),
  )
  assert.equal(hex(encodeEntryBundle([Uint8Array.of(7, 8), new Uint8Array(0)])), '000207080000')
  assert.equal(hex(encodeEntryBundle([new Uint8Array(0x0102)]).slice(0, 2)), '0102')
  const tooMany = Array.from({ length: 257 }, () => new Uint8Array(0))
  for (const leaves of [[], tooMany, [new Uint8Array(65_536)]]) {
    assert.throws(() => encodeEntryBundle(leaves), LedgerError)
  }
  for (const bundle of [[], [0], [0, 1], [0, 1, 7, 0], Array.from({ length: 514 }, () => 0)]) {
    assert.throws(() => decodeEntryBundle(Uint8Array.from(bundle)), LedgerError)
  }
})
