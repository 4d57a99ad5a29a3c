import assert from 'node:assert/strict'
import type { KeyObject } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { TestLog } from './testing/test-log.ts'
import { concat } from './bytes.ts'
import type { TlogProof } from './tlog-proof.ts'

// Sigstore's verifier of transparency logs, written by others, must take what this package makes. It exports no
// entry for a bare log, so its inner functions are called.

interface Entry {
  readonly canonicalizedBody: Buffer
  readonly inclusionProof: {
    readonly logIndex: string
    readonly hashes: readonly Buffer[]
    readonly checkpoint: { readonly envelope: string }
  }
}

interface Authority {
  readonly logID: Buffer
  readonly baseURL: string
  readonly publicKey: KeyObject
}

interface Head {
  readonly logSize: bigint
}

interface Sigstore {
  readonly verifyCheckpoint: (entry: Entry, authorities: readonly Authority[]) => Head
  readonly verifyMerkleInclusion: (entry: Entry, head: Head) => void
}

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@sigstore/verify')), 'tlog')
const { verifyCheckpoint } = require(join(folder, 'checkpoint.js')) as Sigstore
const { verifyMerkleInclusion } = require(join(folder, 'merkle.js')) as Sigstore

const log = new TestLog(600)
const { key, publicKey } = log.signer
const authorities: readonly Authority[] = [
  { logID: Buffer.from(concat(key.id, new Uint8Array(28))), baseURL: `https://${key.name}`, publicKey },
]

function accepts({ extra, index, hashes, checkpoint }: Required<TlogProof>): boolean {
  const entry: Entry = {
    canonicalizedBody: Buffer.from(extra),
    inclusionProof: {
      logIndex: String(index),
      hashes: hashes.map((hash) => Buffer.from(hash)),
      checkpoint: { envelope: checkpoint },
    },
  }
  try {
    verifyMerkleInclusion(entry, verifyCheckpoint(entry, authorities))
    return true
  } catch (error) {
    assert.equal((error as Error).constructor.name, 'VerificationError')
    return false
  }
}

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
