import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAtom, type AtomRecord } from './atom-record.ts'
import { base64, utf8 } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'
import { LedgerError } from './errors.ts'
import { saltedDigest } from './hasher.ts'
import { draftLeaf, serializeLeaf, type CommitLeaf, type LeafAtom } from './leaf.ts'
import { parseLeaf } from './parse-leaf.ts'
import { ORIGIN, sampleFields } from './testing/sample-log.ts'

const salt = Uint8Array.from({ length: 32 }, (_, at) => at)
const state = { status: 'open', amount: 100 }
const digest = saltedDigest(salt, canonicalJson(state))

function leafOf(atoms: readonly LeafAtom[]): CommitLeaf {
  const draft = draftLeaf({ ...sampleFields(0), atoms })
  return parseLeaf(utf8(serializeLeaf(draft, 0, '2026-01-01T00:00:00.000Z', ORIGIN)))
}

function refuses(record: Partial<AtomRecord>, message: RegExp): void {
  const leaf = leafOf([{ digest, ref: 'invoice:1', version: 2 }])
  const whole = { ref: 'invoice:1', salt: base64(salt), state, ...record }
  assert.throws(
    () => checkAtom(leaf, whole),
    (error) => error instanceof LedgerError && message.test(error.message),
  )
}

test('a state with its salt opens the digest in the leaf', () => {
  const leaf = leafOf([{ digest, ref: 'invoice:1', version: 2 }])
  checkAtom(leaf, { ref: 'invoice:1', salt: base64(salt), state })
  checkAtom(leaf, {
    ref: 'invoice:1',
    version: 2,
    salt: base64(salt),
    state: { amount: 100, status: 'open' },
  })
})

test('any other record does not', () => {
  refuses({ ref: 'invoice:2' }, /did not write/)
  refuses({ version: 1 }, /did not write/)
  refuses({ state: { ...state, amount: 101 } }, /do not give the digest/)
  refuses({ state: null }, /do not give the digest/)
  refuses({ state: undefined }, /no canonical JSON/)
  refuses({ salt: base64(salt.with(31, 0)) }, /do not give the digest/)
  refuses({ salt: base64(salt.slice(1)) }, /32 bytes/)
  refuses({ salt: 'none' }, /32 bytes/)
  refuses({ salt: 'no base64' }, /base64/)
})

test('a long ref is found by its digest', () => {
  const ref = `invoice:${'long'.repeat(100)}`
  checkAtom(leafOf([{ digest, ref, version: 1 }]), { ref, version: 1, salt: base64(salt), state })
})

test('a leaf that shows only a digest of its atoms needs their list', () => {
  const others = Array.from({ length: 40 }, (_, at) => ({ digest, ref: `other:${at}`, version: 1 }))
  const atoms = [...others, { digest, ref: 'invoice:1', version: 1 }]
  const leaf = leafOf(atoms)
  const record = { ref: 'invoice:1', salt: base64(salt), state }
  checkAtom(leaf, record, atoms)
  assert.throws(() => checkAtom(leaf, record), /was not given/)
  assert.throws(() => checkAtom(leaf, record, atoms.slice(1)), /list of atoms/)
  assert.throws(() => checkAtom(leaf, record, atoms.toReversed()), /list of atoms/)
  assert.throws(
    () => checkAtom(leaf, record, atoms.with(0, { ...atoms[0]!, digest: '"' })),
    /not of its form/,
  )
})
