import { claim, drive, median, serve, table, type Rate } from './harness.ts'

const path = '/v1/standing/claim'
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)

/** Our `standing.claim` over HTTP with the memory store beside a bare Fastify route, turn by turn. */
export async function benchHttp(): Promise<string> {
  const { url, ...rest } = await serve('../packages/cli/src/main.ts')
  const first = await (await fetch(`${url}${path}`, post(claim))).json()
  await rest[Symbol.asyncDispose]()
  await using ours = await serve('../packages/cli/src/main.ts')
  await using bare = await serve('./servers/bare.ts', { BENCH_ANSWER: JSON.stringify(first) })
  const rates: { ours: Rate; bare: Rate }[] = []
  for (const served of [ours, bare]) await drive(served, { path, body: claim, seconds: 2 })
  for (let round = 0; round < rounds; round++) {
    rates.push({
      bare: await drive(bare, { path, body: claim }),
      ours: await drive(ours, { path, body: claim }),
    })
  }
  const ratio = median(rates.map(({ ours, bare }) => ours.perSecond / bare.perSecond))
  const row = (name: string, of: (rate: (typeof rates)[number]) => Rate): (string | number)[] => [
    name,
    Math.round(median(rates.map((rate) => of(rate).perSecond))),
    median(rates.map((rate) => of(rate).p50Ms)),
    median(rates.map((rate) => of(rate).p99Ms)),
  ]
  return `## HTTP: \`standing.claim\`, memory store, beside a bare Fastify route

32 connections, ${rounds} rounds turn by turn, medians. Ours checks, decides, hashes a leaf, commits, answers with a
receipt, logs a line and counts it; the bare route validates the same schema and answers the same bytes.

${table(['server', 'calls/s', 'p50 ms', 'p99 ms'], [row('bare Fastify', ({ bare }) => bare), row('membrane', ({ ours }) => ours)])}

**Ratio ${ratio.toFixed(2)}** (goal: at least 0.45; 0.7 is the aim)
`
}

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
