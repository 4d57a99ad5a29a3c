import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperationName, Ref } from '@membrane/contract'
import { compose, readConfig, type Runtime } from '@membrane/runtime'
import { startPostgres } from '@membrane/testkit'
import { unitOf } from '../packages/runtime/src/store/conformance/units.ts'
import { claim, median, table } from './harness.ts'

const tenant = 'tenant_node:fixture'
const memorySizes = [10_000, Number(process.env.BENCH_REALITIES ?? 1_000_000)]
const postgresSizes = [10_000, Number(process.env.BENCH_REALITIES_POSTGRES ?? 100_000)]
const runs = 200
const operationsEach = 10
const fillUnits = 256

const invoice = { amount_cents: 4200, currency: 'EUR', evidence: ['evidence_bundle:invoice_payload'] }
const approval = ['evidence_bundle:promotion_approval']

/** What a projection costs over a record that grows: fork and commit must not grow with it. */
export async function benchRealities(): Promise<string> {
  const rows: string[][] = []
  {
    await using runtime = await compose(readConfig({ MEMBRANE_LOG_LEVEL: 'silent' }))
    rows.push(...(await measureSizes('memory', runtime, memorySizes)))
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'membrane-bench-'))
  try {
    const url = await (await startPostgres()).database()
    const settings = { MEMBRANE_DATABASE_URL: url, MEMBRANE_DATA_DIR: dataDir, MEMBRANE_LOG_LEVEL: 'silent' }
    await using runtime = await compose(readConfig(settings))
    rows.push(...(await measureSizes('PostgreSQL', runtime, postgresSizes)))
  } finally {
    rmSync(dataDir, { recursive: true })
  }
  return `## Realities over a record that grows

One call at a time, in process, without HTTP; medians of ${runs} calls in ms (diff and promote: of ${runs / operationsEach}). A commit runs
\`economy.invoice\` inside a projection, or a payment of an invoice that the record holds; diff and promote are of
${operationsEach} invoices, each admitted anew. The record is filled with commits of one atom in the same tenant.

${table(['store', 'record', 'fork', 'commit, new', 'commit, on the record', `diff of ${operationsEach}`, `promote ${operationsEach}`], rows)}
`
}

async function measureSizes(name: string, runtime: Runtime, sizes: readonly number[]): Promise<string[][]> {
  const call = callOf(runtime)
  const { invoice: owed } = await call('economy.invoice', { ...invoice, amount_cents: 1_000_000 })
  const rows: string[][] = []
  for (const size of sizes) {
    const { size: made } = await runtime.store.head(tenant)
    await fill(runtime, size - made)
    await measure(call, owed as Ref, 20)
    rows.push([name, size.toLocaleString('en'), ...(await measure(call, owed as Ref, runs))])
  }
  return rows
}

type CallOf = (name: OperationName, body: object) => Promise<Readonly<Record<string, unknown>>>

function callOf({ admit }: Runtime): CallOf {
  return async (name, body) => {
    const { envelope, refusal } = await admit(name, {
      body: { ...body },
      bearer: undefined,
      idempotencyKey: undefined,
    })
    if (refusal !== null) throw new Error(`${name} was refused: ${refusal}`)
    return envelope.body as Readonly<Record<string, unknown>>
  }
}

/** Medians in milliseconds: fork, two kinds of commit, diff, promote. */
async function measure(call: CallOf, owed: Ref, count: number): Promise<string[]> {
  const times: Record<'fork' | 'made' | 'paid' | 'diff' | 'promote', number[]> = {
    fork: [],
    made: [],
    paid: [],
    diff: [],
    promote: [],
  }
  const timed = async (of: keyof typeof times, name: OperationName, body: object) => {
    const startedAt = performance.now()
    const answer = await call(name, body)
    times[of].push(performance.now() - startedAt)
    return answer
  }
  const payment = { invoice: owed, amount_cents: 1, evidence: ['evidence_bundle:payment_observation'] }
  for (let round = 0; round < count; round++) {
    const { projection: reality } = await timed('fork', 'reality.fork', {})
    await timed('paid', 'reality.commit', {
      reality,
      operation: 'economy.paymentObservation',
      input: payment,
    })
  }
  for (let round = 0; round < count / operationsEach; round++) {
    const { projection: reality } = await call('reality.fork', {})
    for (let made = 0; made < operationsEach; made++)
      await timed('made', 'reality.commit', { reality, operation: 'economy.invoice', input: invoice })
    await timed('diff', 'reality.diff', { reality })
    await timed('promote', 'reality.promote', { reality, evidence: approval })
  }
  const { fork, made, paid, diff, promote } = times
  return [fork, made, paid, diff, promote].map((series) => median(series).toFixed(2))
}

/** Commits past the pipeline, many at once: what they hold is not what is measured. */
async function fill({ store }: Runtime, count: number): Promise<void> {
  const state = JSON.stringify(claim)
  for (let made = 0; made < count; made += fillUnits) {
    const units = Array.from({ length: Math.min(fillUnits, count - made) }, () => {
      const id = `fill_${process.hrtime.bigint()}`
      const atoms = [{ kind: 'standing_claim', ref: `standing_claim:${id}`, state }]
      return unitOf({ tenant, commit: `commit:${id}`, operation: 'standing.claim', atoms })
    })
    const result = await store.commit(units)
    if ('failed' in result) throw new Error(`the filling failed: ${result.failed}`)
  }
}
