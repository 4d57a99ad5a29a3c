import assert from 'node:assert/strict'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { concat, fromHex } from '../bytes.ts'
import type { TlogProof } from '../tlog-proof.ts'
import type { VerifierKey } from '../verifier-key.ts'

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

/** Whether Sigstore's verifier takes a receipt whose checkpoint these keys signed. */
export function sigstoreAccepts(
  { extra, index, hashes, checkpoint }: Required<TlogProof>,
  keys: readonly VerifierKey[],
): boolean {
  const entry: Entry = {
    canonicalizedBody: Buffer.from(extra),
    inclusionProof: {
      logIndex: String(index),
      hashes: hashes.map((hash) => Buffer.from(hash)),
      checkpoint: { envelope: checkpoint },
    },
  }
  try {
    verifyMerkleInclusion(entry, verifyCheckpoint(entry, keys.map(authorityOf)))
    return true
  } catch (error) {
    assert.equal((error as Error).constructor.name, 'VerificationError')
    return false
  }
}

function authorityOf({ id, name, publicKey }: VerifierKey): Authority {
  const der = Buffer.from(concat(fromHex('302a300506032b6570032100'), publicKey))
  return {
    logID: Buffer.from(concat(id, new Uint8Array(28))),
    baseURL: `https://${name}`,
    publicKey: createPublicKey({ key: der, format: 'der', type: 'spki' }),
  }
}
