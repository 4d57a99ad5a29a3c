import { createPrivateKey, createPublicKey, hash, sign, type KeyObject } from 'node:crypto'
import { buildProof, planInclusion } from '../build-proof.ts'
import { concat, fromHex } from '../bytes.ts'
import { signCheckpoint, type NoteSigner } from '../checkpoint.ts'
import type { Hasher } from '../hasher.ts'
import type { TlogProof } from '../tlog-proof.ts'
import { verifierKey } from '../verifier-key.ts'
import { naiveLeafHash, NaiveTree } from './naive-tree.ts'
import { ORIGIN, sampleLeaf } from './sample-log.ts'

/** The hasher that a server would use. */
export const nodeHasher: Hasher = {
  leaf: (bytes) => sha256(concat(Uint8Array.of(0), bytes)),
  node: (left, right) => sha256(concat(Uint8Array.of(1), left, right)),
  empty: () => sha256(new Uint8Array(0)),
}

/** A hasher that knows its nodes again by 48 bits, for tests that build the same trees again and again. */
export function rememberingHasher(): Hasher {
  const known = new Map<number, Uint8Array>()
  const start = (hash: Uint8Array): number => (hash[0]! << 16) | (hash[1]! << 8) | hash[2]!
  return {
    ...nodeHasher,
    node(left, right) {
      const key = start(left) * 2 ** 24 + start(right)
      const hash = known.get(key) ?? nodeHasher.node(left, right)
      known.set(key, hash)
      return hash
    },
  }
}

function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(hash('sha256', bytes, 'buffer'))
}

export interface TestSigner extends NoteSigner {
  readonly publicKey: KeyObject
}

/** A signer whose key is always the same for a number from 0 to 255. */
export function testSigner(name: string = ORIGIN, number = 1): TestSigner {
  const seed = new Uint8Array(32).fill(number)
  const der = concat(fromHex('302e020100300506032b657004220420'), seed)
  const privateKey = createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })).slice(-32)
  return {
    key: verifierKey(name, raw),
    publicKey,
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  }
}

/** A log of sample commits that can show any receipt at any size. */
export class TestLog {
  readonly leaves: readonly Uint8Array[]
  readonly tree: NaiveTree
  readonly signer: TestSigner

  constructor(size: number, signer: TestSigner = testSigner()) {
    this.leaves = Array.from({ length: size }, (_, index) => sampleLeaf(index))
    this.tree = new NaiveTree(this.leaves.map(naiveLeafHash))
    this.signer = signer
  }

  checkpoint(size: number = this.leaves.length): Promise<string> {
    return signCheckpoint({ origin: ORIGIN, size, root: this.tree.root(size) }, [this.signer])
  }

  async receipt(index: number, size: number = this.leaves.length): Promise<Required<TlogProof>> {
    const plan = planInclusion(index, size)
    const tiles = new Map(
      plan.tiles.map((tile) => [
        `${tile.level}/${tile.index}`,
        this.tree.tile(tile.level, tile.index, tile.width),
      ]),
    )
    const hashes = buildProof(plan, (level, index) => tiles.get(`${level}/${index}`), nodeHasher)
    return { extra: this.leaves[index]!, index, hashes, checkpoint: await this.checkpoint(size) }
  }
}
