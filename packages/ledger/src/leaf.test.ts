import assert from 'node:assert/strict'
import { test } from 'node:test'
import canonicalize from 'canonicalize'
import * as fc from 'fast-check'
import { fromHex, hex, utf8, utf8Length } from './bytes.ts'
import { LedgerError } from './errors.ts'
import { naiveLeafHash } from './testing/naive-tree.ts'
import { nobleHasher, saltedDigest, textDigest } from './hasher.ts'
import { draftLeaf, LEAF_BYTES_MAX, serializeLeaf, type LeafFields } from './leaf.ts'
import { parseLeaf } from './parse-leaf.ts'
import { sampleFields } from './testing/sample-log.ts'

const ORIGIN = 'log.example.com/t/4f2a/1'
const AT = '2026-01-02T03:04:05.678Z'

function leafOf(fields: LeafFields, sequence = 7): string {
  return serializeLeaf(draftLeaf(fields), sequence, AT, ORIGIN)
}

test('a leaf, to the byte', () => {
  const digest = textDigest('{}')
  const fields: LeafFields = {
    actor: 'human:ada',
    atoms: [{ digest, ref: 'invoice:1', version: 2 }],
    causes: [{ ref: 'standing:1', version: 1 }],
    commit: 'commit:c1',
    operation: 'economy.invoice',
    outcome: 'admitted',
    reality: 'reality:record',
    reasons: ['amount_inherited'],
    receipt: 'receipt:r1',
    request_digest: digest,
    session: null,
    tenant: 'tenant_node:a',
  }
  assert.equal(
    leafOf(fields),
    `{"actor":"human:ada","atoms":[{"digest":"${digest}","ref":"invoice:1","version":2}],` +
      `"causes":[{"ref":"standing:1","version":1}],"commit":"commit:c1","committed_at":"${AT}",` +
      `"operation":"economy.invoice","origin":"${ORIGIN}","outcome":"admitted","reality":"reality:record",` +
      `"reasons":["amount_inherited"],"receipt":"receipt:r1","request_digest":"${digest}","sequence":"7",` +
      `"session":null,"tenant":"tenant_node:a","v":"membrane/commit/v1"}`,
  )
})

const ref = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', '"', '\u0001', 'é', '\u{1f600}'), minLength: 40, maxLength: 600 }),
)
const digest = fc.string().map(textDigest)
const fields: fc.Arbitrary<LeafFields> = fc.record({
  actor: fc.option(ref),
  atoms: fc.array(fc.record({ digest, ref, version: fc.maxSafeNat() }), { maxLength: 40 }),
  causes: fc.array(fc.record({ ref, version: fc.maxSafeNat() }), { maxLength: 40 }),
  commit: ref,
  operation: ref,
  outcome: ref,
  reality: ref,
  reasons: fc.array(ref, { maxLength: 12 }),
  receipt: ref,
  request_digest: digest,
  session: fc.option(ref),
  tenant: ref,
})

test('every leaf is canonical JSON of at most 8 KiB that parses to itself', () => {
  fc.assert(
    fc.property(fields, fc.maxSafeNat(), (commit, sequence) => {
      const leaf = leafOf(commit, sequence)
      assert.ok(utf8Length(leaf) <= LEAF_BYTES_MAX)
      const parsed = parseLeaf(utf8(leaf))
      assert.equal(canonicalize(parsed), leaf)
      assert.equal(parsed.sequence, String(sequence))
    }),
  )
})

test('the longest leaf that there can be fits, and keeps no list', () => {
  const long = '\u0001'.repeat(42) + 'abcd'
  const entries = Array.from({ length: 32 }, () => ({
    digest: textDigest(''),
    ref: long,
    version: Number.MAX_SAFE_INTEGER,
  }))
  const texts = Object.fromEntries(
    ['actor', 'commit', 'operation', 'outcome', 'reality', 'receipt', 'session', 'tenant'].map((field) => [
      field,
      long,
    ]),
  )
  const commit = {
    ...sampleFields(0),
    ...texts,
    atoms: entries,
    causes: entries,
    reasons: Array(8).fill(long),
  }
  const leaf = serializeLeaf(draftLeaf(commit), Number.MAX_SAFE_INTEGER, AT, 'o'.repeat(200))
  assert.ok(utf8Length(leaf) <= LEAF_BYTES_MAX)
  const parsed = parseLeaf(utf8(leaf))
  assert.equal(parsed.commit, long)
  assert.equal(parsed.atoms_count, 32)
  assert.equal(parsed.causes_count, 32)
})

test('past 32 entries a list stands as its count and digest', () => {
  const entries = Array.from({ length: 33 }, (_, at) => ({
    digest: textDigest(`${at}`),
    ref: `a:${at}`,
    version: 1,
  }))
  const causes = entries.map(({ ref, version }) => ({ ref, version }))
  const full = parseLeaf(
    utf8(leafOf({ ...sampleFields(0), atoms: entries.slice(1), causes: causes.slice(1) })),
  )
  assert.deepEqual(full.atoms, entries.slice(1))
  assert.deepEqual(full.causes, causes.slice(1))
  const short = parseLeaf(utf8(leafOf({ ...sampleFields(0), atoms: entries, causes })))
  assert.deepEqual([short.atoms, short.atoms_count], [undefined, 33])
  assert.equal(short.atoms_digest, textDigest(canonicalize(entries)!))
  assert.deepEqual([short.causes, short.causes_count], [undefined, 33])
  assert.equal(short.causes_digest, textDigest(canonicalize(causes)!))
})

test('where the lists are too long together, the causes give way before the atoms', () => {
  const refs = Array.from({ length: 20 }, (_, at) => `a:${at}`.padEnd(200, '.'))
  const atoms = refs.map((ref) => ({ digest: textDigest(ref), ref, version: 1 }))
  const causes = refs.map((ref) => ({ ref, version: 1 }))
  const parsed = parseLeaf(utf8(leafOf({ ...sampleFields(0), atoms, causes })))
  assert.equal(parsed.atoms?.length, 20)
  assert.equal(parsed.causes_count, 20)
})

test('a ref over 256 bytes stands as its digest, wherever it is', () => {
  for (const [kept, replaced] of [
    ['a'.repeat(256), 'a'.repeat(257)],
    ['é'.repeat(128), `${'é'.repeat(128)}a`],
    ['"'.repeat(128), `${'"'.repeat(128)}a`],
  ] as const) {
    const longs = { actor: replaced, session: kept, reality: replaced, tenant: replaced, reasons: [replaced] }
    const commit = { ...sampleFields(0), ...longs, causes: [{ ref: replaced, version: 0 }] }
    const parsed = parseLeaf(utf8(leafOf(commit)))
    assert.equal(parsed.session, kept)
    for (const text of [
      parsed.actor,
      parsed.reality,
      parsed.tenant,
      parsed.reasons[0],
      parsed.causes?.[0]?.ref,
    ]) {
      assert.equal(text, textDigest(replaced))
    }
  }
})

test('more than 8 reasons stand as one digest', () => {
  const reasons = Array.from({ length: 9 }, (_, at) => `reason_${at}`)
  const parsed = parseLeaf(utf8(leafOf({ ...sampleFields(0), reasons })))
  assert.deepEqual(parsed.reasons, [textDigest(canonicalize(reasons)!)])
})

test('digests with the function that it is given', () => {
  const commit = { ...sampleFields(0), tenant: 'x'.repeat(300) }
  const leaf = serializeLeaf(
    draftLeaf(commit, () => 'sha256:other'),
    0,
    AT,
    ORIGIN,
  )
  assert.equal(JSON.parse(leaf).tenant, 'sha256:other')
})

test('a draft or a place that no leaf can hold throws', () => {
  const digest = textDigest('')
  const wrong: Partial<LeafFields>[] = [
    { tenant: 'a\ud800' },
    { request_digest: 'sha256:' },
    { atoms: [{ digest: 'none', ref: 'a:1', version: 1 }] },
    { atoms: [{ digest, ref: 'a:1', version: 1.5 }] },
    { causes: [{ ref: 'a:1', version: -1 }] },
  ]
  for (const fields of wrong) assert.throws(() => draftLeaf({ ...sampleFields(0), ...fields }), LedgerError)
  const draft = draftLeaf(sampleFields(0))
  for (const sequence of [-1, 0.5, 2 ** 53])
    assert.throws(() => serializeLeaf(draft, sequence, AT, ORIGIN), LedgerError)
  for (const at of [
    '2026-01-02T03:04:05Z',
    '2026-02-30T03:04:05.678Z',
    '2026-01-02T03:04:05.678+00:00',
    '',
  ]) {
    assert.throws(() => serializeLeaf(draft, 0, at, ORIGIN), LedgerError)
  }
  for (const origin of ['', 'A', 'a"b', 'o'.repeat(201)]) {
    assert.throws(() => serializeLeaf(draft, 0, AT, origin), LedgerError)
  }
})

test('salted digests and leaf hashes', () => {
  const salt = fromHex('00'.repeat(32))
  assert.equal(saltedDigest(salt, '{"a":1}'), textDigest(`${'\0'.repeat(32)}{"a":1}`))
  assert.equal(
    saltedDigest(salt, '{}', () => Uint8Array.of(1, 2)),
    'sha256:0102',
  )
  const leaf = utf8(leafOf(sampleFields(0)))
  assert.equal(hex(nobleHasher.leaf(leaf)), hex(naiveLeafHash(leaf)))
})
