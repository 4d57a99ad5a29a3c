import { draftLeaf, saltedDigest, serializeLeaf, textDigest } from '@membrane/ledger'
import { digestText } from '../packages/runtime/src/admission/digest.ts'
import { nodeHasher } from '../packages/runtime/src/store/hasher.ts'
import { HashTiles } from '../packages/runtime/src/store/memory/hash-tiles.ts'
import { claim, drive, median, serve, table, type Rate } from './harness.ts'
import { fields, leafOf, microseconds, origin, signer, time } from './log-fixture.ts'
import { benchProofs } from './proofs.ts'

/** How fast the log's proofs are, and what the log costs. */
export async function benchLog(): Promise<string> {
  return [await benchProofs(), partsOfAnAdmission(), await overHttp()].join('\n')
}

const us = (run: (at: number) => unknown, runs: number): string => microseconds(run, runs).toFixed(1)

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
