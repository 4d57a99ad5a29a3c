import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sigstoreAccepts } from './testing/sigstore.ts'
import { TestLog } from './testing/test-log.ts'
import type { TlogProof } from './tlog-proof.ts'

const log = new TestLog(600)
const accepts = (receipt: Required<TlogProof>): boolean => sigstoreAccepts(receipt, [log.signer.key])

const flip = (bytes: Uint8Array, at: number): Uint8Array => bytes.with(at, bytes[at]! ^ (1 << (at % 8)))

/** The receipt with one bit wrong in its leaf, in each of its hashes, in the root and in the signature. */
function* mutations(receipt: Required<TlogProof>, at: number): Generator<Required<TlogProof>> {
  const { extra, hashes, checkpoint } = receipt
  yield { ...receipt, extra: flip(extra, at % extra.length) }
  for (const [number, hash] of hashes.entries())
    yield { ...receipt, hashes: hashes.with(number, flip(hash, at % 32)) }
  yield { ...receipt, index: receipt.index + 1 }
  const [origin, size, root, empty, line, end] = checkpoint.split('\n')
  const [dash, name, blob] = line!.split(' ')
  const spoil = (base64: string): string =>
    Buffer.from(flip(Buffer.from(base64, 'base64'), at % 32)).toString('base64')
  yield { ...receipt, checkpoint: [origin, size, spoil(root!), empty, line, end].join('\n') }
  yield { ...receipt, checkpoint: [origin, `${Number(size) + 1}`, root, empty, line, end].join('\n') }
  const signature = `${dash} ${name} ${spoil(blob!)}`
  yield { ...receipt, checkpoint: [origin, size, root, empty, signature, end].join('\n') }
}

test('Sigstore takes more than 1,000 receipts and none with a bit changed', async () => {
  let [taken, refused] = [0, 0]
  for (let size = 1; size <= 600; size += 1) {
    for (const index of new Set([0, size >> 1, size - 1])) {
      const receipt = await log.receipt(index, size)
      assert.ok(accepts(receipt), `leaf ${index} of ${size}`)
      taken += 1
      if (size % 10 !== 0) continue
      for (const wrong of mutations(receipt, taken)) {
        assert.ok(!accepts(wrong), `leaf ${index} of ${size}`)
        refused += 1
      }
    }
  }
  assert.ok(taken > 1_000 && refused > 1_000, `${taken} taken, ${refused} refused`)
})
