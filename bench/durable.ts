import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@membrane/runtime/postgres'
import { startPostgres, type TestPostgres } from '@membrane/testkit'
import { Client } from 'pg'
import { claim, drive, median, rateOf, serve, table, type Rate, type Served } from './harness.ts'
import { drivePaced } from './paced.ts'

const path = '/v1/standing/claim'
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const inserters = 64

interface Variant {
  readonly name: string
  readonly connections: number
  readonly tenants: number
  readonly server: 'ours' | 'unshared'
}

const variants: readonly Variant[] = [
  ...[1, 100].flatMap((tenants) =>
    [32, 128, 512].map((connections) => ({
      name: `membrane, ${tenants === 1 ? 'one tenant' : `${tenants} tenants`}`,
      connections,
      tenants,
      server: 'ours' as const,
    })),
  ),
  { name: 'one transaction a call, one tenant', connections: 128, tenants: 1, server: 'unshared' },
  { name: 'one transaction a call, 100 tenants', connections: 128, tenants: 100, server: 'unshared' },
]

/** Durable `standing.claim` over HTTP beside bare inserts into the same PostgreSQL, turn by turn. */
export async function benchDurable(): Promise<string> {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'membrane-bench-'))
  try {
    await using ours = await start('../packages/cli/src/main.ts', postgres, join(folder, 'ours'))
    await using unshared = await start('./servers/unshared.ts', postgres, join(folder, 'unshared'))
    const servers = { ours, unshared }
    for (const server of [ours, unshared]) await drive(server, { path, body: claim, seconds: 2 })
    const inserts: Rate[] = []
    const rates = variants.map((): Rate[] => [])
    for (let round = 0; round < rounds; round++) {
      inserts.push(await bareInserts(postgres))
      for (const [at, { connections, tenants, server }] of variants.entries()) {
        rates[at]!.push(
          await drive(servers[server], { path, bodies: bodiesOf(tenants), connections, seconds }),
        )
      }
    }
    const calm: Calm[] = []
    for (const tenants of [1, 100]) {
      const perSecond = topRate(rates, tenants) / 2
      const load = { path, bodies: bodiesOf(tenants), connections: 128, seconds, perSecond }
      const rate = await drivePaced(ours, load)
      calm.push({ tenants, rate })
    }
    return report(inserts, rates, calm, await driveContended(ours))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Calm {
  readonly tenants: number
  readonly rate: Rate
}

function topRate(rates: readonly Rate[][], tenants: number): number {
  const ours = rates.filter((_, at) => variants[at]!.tenants === tenants && variants[at]!.server === 'ours')
  return Math.max(...ours.map((of) => median(of.map(({ perSecond }) => perSecond))))
}

/** Every caller pays the same invoice: each payment must see the one before it. */
async function driveContended(server: Served): Promise<Rate> {
  const tenant = 'tenant_node:bench_0'
  const invoice = {
    tenant,
    amount_cents: 1e12,
    currency: 'EUR',
    evidence: ['evidence_bundle:invoice_payload'],
  }
  const made = await post(`${server.url}/v1/economy/invoice`, invoice)
  const evidence = ['evidence_bundle:payment_observation']
  const body = { tenant, invoice: made.invoice, amount_cents: 1, currency: 'EUR', evidence }
  return drive(server, { path: '/v1/economy/payment-observation', body, connections: 128, seconds })
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return ((await response.json()) as { body: Record<string, unknown> }).body
}

function bodiesOf(tenants: number): object[] {
  return Array.from({ length: tenants }, (_, at) => ({ ...claim, tenant: `tenant_node:bench_${at}` }))
}

async function start(script: string, postgres: TestPostgres, dataDir: string): Promise<Served> {
  const url = await postgres.database()
  await migrate(url)
  return serve(script, {
    MEMBRANE_DATABASE_URL: url,
    MEMBRANE_DATA_DIR: dataDir,
    MEMBRANE_LOG_LEVEL: 'warn',
  })
}

/** Prepared inserts of one row each, as large as a commit with its atom, every one durable before the next. */
async function bareInserts(postgres: TestPostgres): Promise<Rate> {
  const connectionString = await postgres.database()
  const clients = Array.from({ length: inserters }, () => new Client({ connectionString }))
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]!.query(
    'create table bare (id bigint primary key, leaf bytea not null, state text not null)',
  )
  const [leaf, state] = [Buffer.alloc(900, 1), 'x'.repeat(300)]
  const text = 'insert into bare (id, leaf, state) values ($1, $2, $3)'
  const times: number[] = []
  let id = 0
  const began = performance.now()
  const end = began + seconds * 1000
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        const from = performance.now()
        await client.query({ name: 'insert', text, values: [++id, leaf, state] })
        times.push(performance.now() - from)
      }
    }),
  )
  const perSecond = (times.length / (performance.now() - began)) * 1000
  await Promise.all(clients.map((client) => client.end()))
  return rateOf(times, perSecond)
}

function report(
  inserts: readonly Rate[],
  rates: readonly Rate[][],
  calm: readonly Calm[],
  contended: Rate,
): string {
  const ofInserts = (of: readonly Rate[]): number =>
    median(of.map(({ perSecond }, round) => perSecond / inserts[round]!.perSecond))
  const row = (name: string, connections: number, of: readonly Rate[]): (string | number)[] => [
    name,
    connections,
    Math.round(median(of.map(({ perSecond }) => perSecond))),
    median(of.map(({ p50Ms }) => p50Ms)),
    median(of.map(({ p99Ms }) => p99Ms)),
    ofInserts(of).toFixed(2),
  ]
  const best = (tenants: number, server: Variant['server']): number =>
    Math.max(
      ...variants.flatMap((variant, at) =>
        variant.tenants === tenants && variant.server === server ? [ofInserts(rates[at]!)] : [],
      ),
    )
  const times = [1, 100].map((tenants) => best(tenants, 'ours') / best(tenants, 'unshared'))
  return `## Durable: \`standing.claim\` on PostgreSQL, beside bare inserts

Every answer is on the disk (fsync on, checksums on), HTTP keep-alive; database, server and load share the machine.
Bare inserts are prepared, of one row of the same size, without HTTP. ${rounds} rounds turn by turn, medians.

${table(
  ['what', 'connections', 'commits/s', 'p50 ms', 'p99 ms', 'of bare inserts'],
  [
    row('bare inserts', inserters, inserts),
    ...variants.map(({ name, connections }, at) => row(name, connections, rates[at]!)),
  ],
)}

Best of bare inserts: **${best(1, 'ours').toFixed(2)}** with one tenant (goal 0.5), **${best(100, 'ours').toFixed(2)}** with a hundred (goal 0.4).
Beside one transaction a call: **${times[0]!.toFixed(1)} ×** with one tenant, **${times[1]!.toFixed(1)} ×** with a hundred (goal 5).

At half of its top rate, evenly paced over 128 connections, latency counted from when a call was due:

${table(
  ['what', 'commits/s', 'p50 ms', 'p99 ms'],
  calm.map(({ tenants, rate }) => [
    tenants === 1 ? 'one tenant' : `${tenants} tenants`,
    Math.round(rate.perSecond),
    rate.p50Ms,
    rate.p99Ms,
  ]),
)}

128 callers that all pay one invoice, each payment after the one before it: **${Math.round(contended.perSecond)} a second**, p50 ${contended.p50Ms} ms, p99 ${contended.p99Ms} ms.
`
}
