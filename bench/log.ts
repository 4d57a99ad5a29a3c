import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import {
  buildProof,
  draftLeaf,
  formatTlogProof,
  formatVerifierKey,
  nobleHasher,
  parsePolicy,
  planConsistency,
  planInclusion,
  planRoot,
  saltedDigest,
  serializeLeaf,
  signCheckpoint,
  textDigest,
  verifierKey,
  verifyConsistency,
  verifyInclusion,
  verifyReceipt,
  type LeafFields,
  type NoteSigner,
  type ProofPlan,
} from '@membrane/ledger'
import { digestText } from '../packages/runtime/src/admission/digest.ts'
import { nodeHasher } from '../packages/runtime/src/store/hasher.ts'
import { HashTiles } from '../packages/runtime/src/store/memory/hash-tiles.ts'
import { claim, drive, median, serve, table, type Rate } from './harness.ts'

const size = 1_000_000
const origin = 'membrane.local/t/0123456789abcdef0123456789abcdef/1'
const time = '2026-06-15T12:00:00.000Z'

/** A commit as `standing.claim` makes it, another one for every number. */
function fields(number: number): LeafFields {
  return {
    actor: 'human_person:ada',
    atoms: [{ digest: digestText(`state ${number}`), ref: `standing_claim:${number}`, version: 1 }],
    causes: [],
    commit: `commit:${number}`,
    operation: 'standing.claim',
    outcome: 'admitted',
    reality: 'reality:record',
    reasons: ['standing.claim admitted'],
    receipt: `receipt:${number}`,
    request_digest: digestText(`request ${number}`),
    session: null,
    tenant: 'tenant_node:fixture',
  }
}

const leafOf = (number: number): Uint8Array =>
  Buffer.from(serializeLeaf(draftLeaf(fields(number), digestText), number, time, origin))

/** Microseconds a run, the median of a few series. */
function microseconds(run: (at: number) => unknown, runs: number): number {
  const series = Array.from({ length: 7 }, (_, round) => {
    const startedAt = performance.now()
    for (let at = 0; at < runs; at++) run(round * runs + at)
    return ((performance.now() - startedAt) * 1000) / runs
  })
  return median(series.slice(2))
}

function signer(): NoteSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })).slice(-32)
  const key = createPrivateKey({
    key: privateKey.export({ type: 'pkcs8', format: 'der' }),
    type: 'pkcs8',
    format: 'der',
  })
  return { key: verifierKey(origin, raw), sign: (message) => new Uint8Array(sign(null, message, key)) }
}

/** What the log costs, and how fast its proofs are, at a million leaves. */
export async function benchLog(): Promise<string> {
  const tiles = new HashTiles(nodeHasher)
  const leaves = Array.from({ length: 10_000 }, (_, at) => leafOf(at))
  const startedAt = performance.now()
  for (let at = 0; at < size; at++) tiles.append(nodeHasher.leaf(leaves[at % leaves.length]!))
  const buildSeconds = (performance.now() - startedAt) / 1000

  const prove = (plan: ProofPlan): Uint8Array[] => {
    const read = new Map(
      plan.tiles.map(({ level, index, width }) => [`${level}/${index}`, tiles.read(level, index, width)]),
    )
    return buildProof(plan, (level, index) => read.get(`${level}/${index}`), nodeHasher)
  }
  const spread = (at: number): number => (at * 7919 + 104_729) % size
  const [root] = prove(planRoot(size))
  const proofs = Array.from({ length: 1000 }, (_, at) => {
    const plan = planInclusion(spread(at), size)
    return { index: spread(at), treeSize: size, hashes: prove(plan), tiles: plan.tiles.length }
  })
  const ways = Array.from({ length: 200 }, (_, at) => {
    const from = spread(at) + 1
    return { from, to: size, hashes: prove(planConsistency(from, size)), fromRoot: prove(planRoot(from))[0]! }
  })
  const leafHash = (index: number): Uint8Array => nodeHasher.leaf(leaves[index % leaves.length]!)
  for (const proof of proofs)
    if (!verifyInclusion(proof, leafHash(proof.index), root!)) throw new Error('a proof does not verify')
  for (const way of ways)
    if (!verifyConsistency(way, way.fromRoot, root!)) throw new Error('a consistency proof does not verify')

  const key = signer()
  const checkpoint = await signCheckpoint({ origin, size, root: root! }, [key])
  const policy = parsePolicy(formatVerifierKey(key.key))
  const at = 123_456
  const own = leafOf(at)
  const single = new HashTiles(nodeHasher)
  for (let index = 0; index < at; index++) single.append(leafHash(index))
  single.append(nodeHasher.leaf(own))
  const receipt = await receiptAt(single, own, at, key)
  const series: number[] = []
  for (let run = 0; run < 500; run++) {
    const startedAt = performance.now()
    await verifyReceipt(receipt, policy)
    series.push((performance.now() - startedAt) * 1000)
  }

  const rows = [
    ['leaf hash and append, a leaf', ((buildSeconds * 1e6) / size).toFixed(2), '', ''],
    ['inclusion proof, build', us((at) => prove(planInclusion(spread(at), size)), 2000), ...shape(proofs)],
    ['inclusion proof, verify (Node)', us((at) => check(proofs[at % 1000]!, nodeHasher), 2000), '', ''],
    [
      'inclusion proof, verify (browser code)',
      us((at) => check(proofs[at % 1000]!, nobleHasher), 500),
      '',
      '',
    ],
    [
      'consistency proof, build',
      us((at) => prove(planConsistency(spread(at) + 1, size)), 1000),
      hashes(ways),
      '',
    ],
    [
      'consistency proof, verify',
      us((at) => verifyConsistency(ways[at % 200]!, ways[at % 200]!.fromRoot, root!, nodeHasher), 1000),
      '',
      '',
    ],
    ['root of the tree', us(() => prove(planRoot(size)), 1000), '', String(planRoot(size).tiles.length)],
    ['one receipt offline: parse, Ed25519, leaf, inclusion', median(series).toFixed(0), '', ''],
  ]
  function check(proof: (typeof proofs)[number], hasher: typeof nodeHasher): boolean {
    return verifyInclusion(proof, leafHash(proof.index), root!, hasher)
  }
  return `## The log at ${size.toLocaleString('en')} leaves, in memory

Built in ${buildSeconds.toFixed(2)} s (leaves of ${leaves[0]!.length} bytes). Proofs of leaves and sizes spread over the log; every one that is
timed was verified first. A checkpoint is ${Buffer.byteLength(checkpoint)} bytes, the receipt below ${Buffer.byteLength(receipt)}.

${table(['what', 'µs', 'hashes', 'tiles read'], rows)}

Nearly all of building a proof is hashing the inside of its tiles again. Nothing of it is cached: a cached node would
stand in for a store that changed underneath, which is what every signature has to notice.

${partsOfAnAdmission()}
${await overHttp()}`
}

const us = (run: (at: number) => unknown, runs: number): string => microseconds(run, runs).toFixed(1)
const hashes = (proofs: readonly { readonly hashes: readonly Uint8Array[] }[]): string =>
  String(median(proofs.map(({ hashes }) => hashes.length)))
const shape = (
  proofs: readonly { readonly hashes: readonly Uint8Array[]; readonly tiles: number }[],
): string[] => [hashes(proofs), String(median(proofs.map(({ tiles }) => tiles)))]

async function receiptAt(
  tiles: HashTiles,
  leaf: Uint8Array,
  index: number,
  key: NoteSigner,
): Promise<string> {
  const prove = (plan: ProofPlan): Uint8Array[] => {
    const read = new Map(
      plan.tiles.map(({ level, index, width }) => [`${level}/${index}`, tiles.read(level, index, width)]),
    )
    return buildProof(plan, (level, index) => read.get(`${level}/${index}`), nodeHasher)
  }
  const [root] = prove(planRoot(tiles.size))
  const checkpoint = await signCheckpoint({ origin, size: tiles.size, root: root! }, [key])
  const file = formatTlogProof({
    extra: leaf,
    index,
    hashes: prove(planInclusion(index, tiles.size)),
    checkpoint,
  })
  await verifyReceipt(file, parsePolicy(formatVerifierKey(key.key)))
  return file
}

/** The parts of an admission that are there for the log, each on its own. */
function partsOfAnAdmission(): string {
  const tiles = new HashTiles(nodeHasher)
  const some = fields(1)
  const draft = draftLeaf(some, digestText)
  const leaf = leafOf(1)
  const salt = new Uint8Array(32)
  const state = JSON.stringify({ ...claim, status: 'claimed' })
  const { sign } = signer()
  const parts: readonly (readonly [string, string])[] = [
    ['draft the leaf, before the lock', us(() => draftLeaf(some, digestText), 20_000)],
    ['give it place and time, under the lock', us((at) => serializeLeaf(draft, at, time, origin), 20_000)],
    ['hash the leaf', us(() => nodeHasher.leaf(leaf), 20_000)],
    ['append to the tree and its tiles', us(() => tiles.append(nodeHasher.empty()), 20_000)],
    ['one salted digest (browser code)', us(() => saltedDigest(salt, state), 5000)],
    ['one text digest (browser code)', us(() => textDigest(state), 5000)],
    ['one signature, a second and tenant at most, apart from admission', us(() => sign(leaf), 2000)],
  ]
  return `### What an admission does for its log\n\n${table(['part', 'µs'], parts)}\n`
}

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)

/** `standing.claim` over HTTP with the log's hashing and without it, turn by turn. */
async function overHttp(): Promise<string> {
  const path = '/v1/standing/claim'
  const quiet = { MEMBRANE_LOG_LEVEL: 'warn' }
  await using hashed = await serve('../packages/cli/src/main.ts', quiet)
  await using unhashed = await serve('./servers/unhashed.ts', quiet)
  for (const served of [hashed, unhashed]) await drive(served, { path, body: claim, seconds: 3 })
  const pairs: { hashed: Rate; unhashed: Rate }[] = []
  for (let round = 0; round < rounds; round++) {
    const turns = round % 2 === 0 ? [hashed, unhashed] : [unhashed, hashed]
    const rates = new Map<unknown, Rate>()
    for (const served of turns) rates.set(served, await drive(served, { path, body: claim, seconds: 3 }))
    pairs.push({ hashed: rates.get(hashed)!, unhashed: rates.get(unhashed)! })
  }
  const cost = median(pairs.map(({ hashed, unhashed }) => 1 - hashed.perSecond / unhashed.perSecond))
  const row = (name: string, of: (pair: (typeof pairs)[number]) => Rate): (string | number)[] => [
    name,
    Math.round(median(pairs.map((pair) => of(pair).perSecond))),
    median(pairs.map((pair) => of(pair).p50Ms)),
    median(pairs.map((pair) => of(pair).p99Ms)),
  ]
  return `### What the log costs an admission over HTTP

\`standing.claim\`, memory store, 32 connections, ${rounds} rounds turn by turn, medians. The server without the log writes the
same leaf bytes and hashes neither leaf nor tree.

${table(['server', 'calls/s', 'p50 ms', 'p99 ms'], [row('with the log', (pair) => pair.hashed), row('without its hashing', (pair) => pair.unhashed)])}

**The log costs ${(cost * 100).toFixed(1)} %** of the rate (goal: at most 15 %).
`
}
