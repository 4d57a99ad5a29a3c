import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base64, equal, hex, utf8, utf8Text } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'
import { signCheckpoint } from './checkpoint.ts'
import { VerificationError, type VerificationStep } from './errors.ts'
import { nobleHasher, saltedDigest } from './hasher.ts'
import { draftLeaf, serializeLeaf } from './leaf.ts'
import { parsePolicy } from './policy.ts'
import { formatReceiptBody, receiptFile } from './receipt-body.ts'
import { ORIGIN, sampleFields, sampleLeaf } from './testing/sample-log.ts'
import { nodeHasher, TestLog, testSigner } from './testing/test-log.ts'
import { formatTlogProof, type TlogProof } from './tlog-proof.ts'
import { formatVerifierKey } from './verifier-key.ts'
import { verifyReceipt, verifyReceiptBody, type VerifyOptions } from './verify.ts'

const log = new TestLog(300)
const policy = parsePolicy(formatVerifierKey(log.signer.key))

async function failsAt(
  step: VerificationStep,
  proof: TlogProof | string,
  options: VerifyOptions = {},
): Promise<void> {
  const file = typeof proof === 'string' ? proof : formatTlogProof(proof)
  await assert.rejects(
    verifyReceipt(file, policy, options),
    (error) => error instanceof VerificationError && error.step === step && error.message.length > 0,
    step,
  )
}

/** A proof of a log whose only leaf is given, signed as always. */
async function onlyLeaf(leaf: Uint8Array, origin = ORIGIN): Promise<TlogProof> {
  const checkpoint = { origin, size: 1, root: nobleHasher.leaf(leaf) }
  return { extra: leaf, index: 0, hashes: [], checkpoint: await signCheckpoint(checkpoint, [log.signer]) }
}

test('a receipt verifies, and says what was checked', async () => {
  const receipt = await log.receipt(7)
  const verified = await verifyReceipt(formatTlogProof(receipt), policy)
  assert.equal(verified.leaf.commit, 'commit:c7')
  assert.equal(hex(verified.leafHash), hex(log.tree.leafHashes[7]!))
  assert.equal(verified.index, 7)
  assert.deepEqual(verified.checkpoint, { origin: ORIGIN, size: 300, root: log.tree.root(300) })
  assert.deepEqual(verified.keys, [log.signer.key])
  assert.deepEqual(verified.steps, [
    'parse',
    'checkpoint_signature',
    'leaf_hash',
    'inclusion',
    'leaf_origin',
    'leaf_sequence',
  ])
})

test('receipts at every size, in both forms, with another hasher', async () => {
  for (let size = 1; size <= 300; size += 13) {
    const receipt = await log.receipt(size - 1, size)
    await verifyReceipt(formatTlogProof(receipt), policy, { hasher: nodeHasher })
    const body = { receipt: 'anything', ...formatReceiptBody(receipt, size), verifier_key: 'anything' }
    assert.equal(receiptFile(body), formatTlogProof(receipt))
    const verified = await verifyReceiptBody(JSON.parse(JSON.stringify(body)), policy)
    assert.ok(equal(verified.leafHash, log.tree.leafHashes[size - 1]!))
  }
})

test('each check fails at its step', async () => {
  const receipt = await log.receipt(7)
  const { extra: _, ...without } = receipt
  await failsAt('parse', 'no receipt')
  await failsAt('parse', without)
  await failsAt('parse', { ...receipt, extra: utf8('{}') })
  await failsAt('parse', { ...receipt, checkpoint: 'none' })
  await failsAt('checkpoint_signature', { ...receipt, checkpoint: receipt.checkpoint.replace('300', '301') })
  await failsAt('inclusion', { ...receipt, extra: sampleLeaf(8) })
  await failsAt('inclusion', { ...receipt, index: 8 })
  await failsAt('inclusion', { ...receipt, index: 300 })
  await failsAt('inclusion', { ...receipt, hashes: receipt.hashes.slice(1) })
  await failsAt('inclusion', { ...receipt, hashes: [...receipt.hashes, receipt.hashes[0]!] })
  await failsAt('inclusion', { ...receipt, checkpoint: await log.checkpoint(299) })
  await failsAt('leaf_origin', await onlyLeaf(sampleLeaf(0, 'another.example.com')))
  await failsAt('leaf_sequence', await onlyLeaf(sampleLeaf(1)))
})

test('only a pinned key of the origin counts', async () => {
  const file = formatTlogProof(await log.receipt(7))
  for (const stranger of [testSigner(ORIGIN, 2), testSigner('other.example.com', 1)]) {
    const other = parsePolicy(formatVerifierKey(stranger.key))
    await assert.rejects(verifyReceipt(file, other), { step: 'checkpoint_signature' })
  }
  const pinned = { keys: [{ origin: 'other.example.com', key: log.signer.key }] }
  await assert.rejects(verifyReceipt(file, pinned), { step: 'checkpoint_signature' })
})

test('receipts of old epochs verify by their own key', async () => {
  const [old, current] = [testSigner('log/t/a/1', 3), testSigner('log/t/a/2', 4)]
  const rotated = parsePolicy(`${formatVerifierKey(current.key)}\n${formatVerifierKey(old.key)}\n`)
  for (const signer of [old, current]) {
    const leaf = sampleLeaf(0, signer.key.name)
    const checkpoint = { origin: signer.key.name, size: 1, root: nobleHasher.leaf(leaf) }
    const note = await signCheckpoint(checkpoint, [signer])
    const file = formatTlogProof({ extra: leaf, index: 0, hashes: [], checkpoint: note })
    assert.equal((await verifyReceipt(file, rotated)).checkpoint.origin, signer.key.name)
  }
})

test('a signature of a key that nobody knows changes nothing', async () => {
  const receipt = await log.receipt(7)
  const signers = Array.from({ length: 20 }, (_, number) => testSigner('witness', number + 10))
  const checkpoint = { origin: ORIGIN, size: 300, root: log.tree.root(300) }
  const note = await signCheckpoint(checkpoint, [...signers, log.signer])
  await verifyReceipt(formatTlogProof({ ...receipt, checkpoint: note }), policy)
})

test('an atom is checked when it is given', async () => {
  const salt = new Uint8Array(32).fill(9)
  const state = { status: 'open' }
  const atoms = [{ digest: saltedDigest(salt, canonicalJson(state)), ref: 'invoice:1', version: 1 }]
  const draft = draftLeaf({ ...sampleFields(0), atoms })
  const proof = await onlyLeaf(utf8(serializeLeaf(draft, 0, '2026-01-01T00:00:00.000Z', ORIGIN)))
  const atom = { ref: 'invoice:1', salt: base64(salt), state }
  const verified = await verifyReceipt(formatTlogProof(proof), policy, { atom })
  assert.equal(verified.steps.at(-1), 'atom_digest')
  await failsAt('atom_digest', proof, { atom: { ...atom, state: { status: 'paid' } } })
})

test('the body form is strict where it proves something', async () => {
  const body = formatReceiptBody(await log.receipt(7), 300)
  const { inclusion } = body
  await verifyReceiptBody(body, policy)
  await assert.rejects(verifyReceiptBody({ ...body, inclusion: { ...inclusion, tree_size: 299 } }, policy), {
    step: 'inclusion',
  })
  const bodies: unknown[] = [null, 'text', {}, { ...body, leaf: 1 }, { ...body, checkpoint: null }]
  bodies.push({ ...body, inclusion: null }, { ...body, inclusion: { ...inclusion, index: '7' } })
  bodies.push({ ...body, inclusion: { ...inclusion, hashes: 'x' } }, { ...body, leaf: `${body.leaf}=` })
  bodies.push(
    { ...body, inclusion: { ...inclusion, hashes: [1] } },
    { ...body, inclusion: { ...inclusion, tree_size: -1 } },
  )
  bodies.push({ ...body, inclusion: { ...inclusion, hashes: ['AA=='] } })
  for (const wrong of bodies) await assert.rejects(verifyReceiptBody(wrong, policy), { step: 'parse' })
})

test('no receipt verifies with a single byte changed', async () => {
  let mutations = 0
  for (const [index, size] of [
    [0, 1],
    [7, 300],
  ] as const) {
    const file = utf8(formatTlogProof(await log.receipt(index, size)))
    await verifyReceipt(utf8Text(file), policy)
    for (let at = 0; at < file.length; at++) {
      for (const flip of [0x01, 0x10, 0x80]) {
        const changed = Buffer.from(file)
        changed[at]! ^= flip
        await assert.rejects(verifyReceipt(changed.toString('utf8'), policy), VerificationError)
        mutations += 1
      }
      const cut = Buffer.concat([file.subarray(0, at), file.subarray(at + 1)])
      await assert.rejects(verifyReceipt(cut.toString('utf8'), policy), VerificationError)
      mutations += 1
    }
  }
  assert.ok(mutations > 10_000, `${mutations} mutations`)
})

test('no receipt in the body form verifies with a single bit of a leaf, hash or checkpoint changed', async () => {
  const receipt = await log.receipt(7)
  const flipped = (bytes: Uint8Array, at: number): Uint8Array => bytes.with(at, bytes[at]! ^ (1 << (at % 8)))
  const wrong: TlogProof[] = []
  for (let at = 0; at < receipt.extra.length; at++)
    wrong.push({ ...receipt, extra: flipped(receipt.extra, at) })
  for (const [number, hash] of receipt.hashes.entries()) {
    for (let at = 0; at < 32; at++)
      wrong.push({ ...receipt, hashes: receipt.hashes.with(number, flipped(hash, at)) })
  }
  const note = utf8(receipt.checkpoint)
  for (let at = 0; at < note.length; at++) {
    wrong.push({ ...receipt, checkpoint: Buffer.from(flipped(note, at)).toString('utf8') })
  }
  assert.ok(wrong.length > 1_000)
  for (const proof of wrong) {
    const body = formatReceiptBody({ extra: receipt.extra, ...proof }, 300)
    await assert.rejects(verifyReceiptBody(body, policy), VerificationError)
  }
})
