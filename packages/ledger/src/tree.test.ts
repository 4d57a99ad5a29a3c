import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hex } from './bytes.ts'
import { popcount } from './bits.ts'
import { LedgerError } from './errors.ts'
import { nobleHasher } from './hasher.ts'
import { NaiveTree, sampleLeafHashes } from './testing/naive-tree.ts'
import { appendLeaf, emptyFrontier, frontierRoot, parseFrontier, serializeFrontier } from './tree.ts'

test('the root of every size up to 1,100 is the one of the definition', () => {
  const leafHashes = sampleLeafHashes(1100)
  const naive = new NaiveTree(leafHashes)
  let frontier = emptyFrontier()
  for (const [size, leafHash] of leafHashes.entries()) {
    assert.equal(hex(frontierRoot(frontier)), hex(naive.root(size)))
    assert.equal(frontier.hashes.length, popcount(size))
    assert.deepEqual(parseFrontier(size, serializeFrontier(frontier)), frontier)
    frontier = appendLeaf(frontier, leafHash)
  }
})

test('the root without leaves is the hash of nothing', () => {
  assert.equal(
    hex(frontierRoot(emptyFrontier())),
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
})

test('append leaves the frontier that it was given as it was', () => {
  const [first, second] = sampleLeafHashes(2)
  const one = appendLeaf(emptyFrontier(), first!)
  const before = structuredClone(one)
  appendLeaf(one, second!)
  assert.deepEqual(one, before)
})

test('hashes with the hasher that it is given', () => {
  const [first, second] = sampleLeafHashes(2)
  const joined = Uint8Array.of(7)
  const hasher = { ...nobleHasher, node: () => joined }
  assert.deepEqual(appendLeaf(appendLeaf(emptyFrontier(), first!), second!, hasher).hashes, [joined])
})

test('sizes beyond 32 bits', () => {
  const [leafHash] = sampleLeafHashes(1)
  const size = 2 ** 40 + 2 ** 33 - 1
  const frontier = parseFrontier(size, new Uint8Array(32 * popcount(size)))
  const next = appendLeaf(frontier, leafHash!)
  assert.equal(next.size, size + 1)
  assert.equal(next.hashes.length, 2)
})

test('refuses sizes that are no safe integers, and hashes that do not fit the size', () => {
  for (const size of [-1, 0.5, Number.NaN, 2 ** 53]) {
    assert.throws(() => parseFrontier(size, new Uint8Array(0)), LedgerError)
    assert.throws(() => frontierRoot({ size, hashes: [] }), LedgerError)
  }
  assert.throws(() => parseFrontier(3, new Uint8Array(32)), LedgerError)
  assert.throws(() => parseFrontier(1, new Uint8Array(33)), LedgerError)
  assert.throws(() => appendLeaf({ size: 1, hashes: [] }, new Uint8Array(32)), LedgerError)
  const full = parseFrontier(Number.MAX_SAFE_INTEGER, new Uint8Array(32 * 53))
  assert.throws(() => appendLeaf(full, new Uint8Array(32)), LedgerError)
})
