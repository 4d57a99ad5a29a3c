import {
  buildProof,
  formatTlogProof,
  formatVerifierKey,
  nobleHasher,
  parsePolicy,
  planConsistency,
  planInclusion,
  planRoot,
  signCheckpoint,
  verifyConsistency,
  verifyInclusion,
  verifyReceipt,
  type ConsistencyProof,
  type Hasher,
  type InclusionProof,
  type ProofPlan,
} from '@membrane/ledger'
import { nodeHasher } from '../packages/runtime/src/store/hasher.ts'
import { HashTiles } from '../packages/runtime/src/store/memory/hash-tiles.ts'
import { median, table } from './harness.ts'
import { leafOf, microseconds, origin, signer } from './log-fixture.ts'

const size = 1_000_000
const leaves = Array.from({ length: 10_000 }, (_, at) => leafOf(at))
const leafHash = (index: number): Uint8Array => nodeHasher.leaf(leaves[index % leaves.length]!)
/** Numbers all over the log. */
const spread = (at: number): number => (at * 7919 + 104_729) % size

/** How fast proofs are at a million leaves. Every proof that is timed has been verified first. */
export async function benchProofs(): Promise<string> {
  const startedAt = performance.now()
  const tiles = grow(size)
  const buildMicros = ((performance.now() - startedAt) * 1000) / size
  const [root] = prove(tiles, planRoot(size))
  const inclusions = Array.from({ length: 1000 }, (_, at) => includes(tiles, spread(at), root!))
  const extensions = Array.from({ length: 200 }, (_, at) => extend(tiles, spread(at) + 1, root!))
  const receipt = await timeReceipt(123_456)

  const build = (plan: (at: number) => ProofPlan): string => us((at) => prove(tiles, plan(at)), 1000)
  const check = (hasher: Hasher, runs: number): string =>
    us((at) => inclusionHolds(inclusions[at % 1000]!, root!, hasher), runs)
  const rows = [
    ['leaf hash and append, a leaf', buildMicros.toFixed(2), '', ''],
    [
      'inclusion proof, build',
      build((at) => planInclusion(spread(at), size)),
      lengthOf(inclusions),
      tilesOf((at) => planInclusion(spread(at), size)),
    ],
    ['inclusion proof, verify (Node)', check(nodeHasher, 2000), '', ''],
    ['inclusion proof, verify (browser code)', check(nobleHasher, 500), '', ''],
    [
      'consistency proof, build',
      build((at) => planConsistency(spread(at) + 1, size)),
      lengthOf(extensions),
      '',
    ],
    ['consistency proof, verify', us((at) => extensionHolds(extensions[at % 200]!, root!), 1000), '', ''],
    ['root of the tree', build(() => planRoot(size)), '', tilesOf(() => planRoot(size))],
    ['one receipt offline: parse, Ed25519, leaf, inclusion', receipt.micros.toFixed(0), '', ''],
  ]
  return `## The log at ${size.toLocaleString('en')} leaves, in memory

Leaves of ${leaves[0]!.length} bytes. Proofs of leaves and sizes spread over the log; every one that is timed was verified first.
A checkpoint is ${receipt.checkpointBytes} bytes, the receipt below ${receipt.bytes}.

${table(['what', 'µs', 'hashes', 'tiles read'], rows)}

Nearly all of building a proof is hashing the inside of its tiles again. Nothing of it is cached: a cached node would
stand in for a store that changed underneath, which is what every signature has to notice.
`
}

function grow(count: number): HashTiles {
  const tiles = new HashTiles(nodeHasher)
  for (let at = 0; at < count; at++) tiles.append(leafHash(at))
  return tiles
}

function prove(tiles: HashTiles, plan: ProofPlan): Uint8Array[] {
  const read = new Map(
    plan.tiles.map(({ level, index, width }) => [`${level}/${index}`, tiles.read(level, index, width)]),
  )
  return buildProof(plan, (level, index) => read.get(`${level}/${index}`), nodeHasher)
}

function includes(tiles: HashTiles, index: number, root: Uint8Array): InclusionProof {
  const proof = { index, treeSize: size, hashes: prove(tiles, planInclusion(index, size)) }
  if (!inclusionHolds(proof, root, nodeHasher)) throw new Error('an inclusion proof does not verify')
  return proof
}

function inclusionHolds(proof: InclusionProof, root: Uint8Array, hasher: Hasher): boolean {
  return verifyInclusion(proof, leafHash(proof.index), root, hasher)
}

interface Extension extends ConsistencyProof {
  readonly fromRoot: Uint8Array
}

function extend(tiles: HashTiles, from: number, root: Uint8Array): Extension {
  const hashes = prove(tiles, planConsistency(from, size))
  const extension = { from, to: size, hashes, fromRoot: prove(tiles, planRoot(from))[0]! }
  if (!extensionHolds(extension, root)) throw new Error('a consistency proof does not verify')
  return extension
}

function extensionHolds(extension: Extension, root: Uint8Array): boolean {
  return verifyConsistency(extension, extension.fromRoot, root, nodeHasher)
}

/** The receipt of the last of so many leaves, verified again and again. */
async function timeReceipt(index: number) {
  const leaf = leafOf(index)
  const tiles = grow(index)
  tiles.append(nodeHasher.leaf(leaf))
  const key = signer()
  const [root] = prove(tiles, planRoot(tiles.size))
  const checkpoint = await signCheckpoint({ origin, size: tiles.size, root: root! }, [key])
  const hashes = prove(tiles, planInclusion(index, tiles.size))
  const receipt = formatTlogProof({ extra: leaf, index, hashes, checkpoint })
  const policy = parsePolicy(formatVerifierKey(key.key))
  const series: number[] = []
  for (let run = 0; run < 500; run++) {
    const startedAt = performance.now()
    await verifyReceipt(receipt, policy)
    series.push((performance.now() - startedAt) * 1000)
  }
  const bytes = Buffer.byteLength(receipt)
  return { micros: median(series), bytes, checkpointBytes: Buffer.byteLength(checkpoint) }
}

function us(run: (at: number) => unknown, runs: number): string {
  return microseconds(run, runs).toFixed(1)
}

function lengthOf(proofs: readonly { readonly hashes: readonly Uint8Array[] }[]): string {
  return String(median(proofs.map(({ hashes }) => hashes.length)))
}

function tilesOf(plan: (at: number) => ProofPlan): string {
  return String(median(Array.from({ length: 1000 }, (_, at) => plan(at).tiles.length)))
}
