import { monitorEventLoopDelay } from 'node:perf_hooks'
import { operations } from '@membrane/contract'
import { compose, readConfig, type Runtime } from '@membrane/runtime'
import { claim, table } from './harness.ts'

const tenant = 'tenant_node:bench'
const anonymous = { bearer: undefined, idempotencyKey: undefined }

/** A restore rehearsal while the log grows: its seconds, the memory that it adds, and how long it holds up others. */
export async function benchRestore(sizes: readonly number[] = [10_000, 100_000]): Promise<string> {
  await using runtime = await compose(readConfig({ MEMBRANE_LOG_LEVEL: 'silent' }))
  const rows: (string | number)[][] = []
  let made = 0
  for (const size of sizes) {
    for (; made < size; made++)
      await runtime.admit('standing.claim', { ...anonymous, body: { ...claim, tenant } })
    rows.push(await rehearse(runtime, size))
    made += 2
  }
  const head = ['commits', 'measured seconds', 'commits/s', 'memory added at most', 'longest hold-up']
  return `## Restore rehearsal

\`ops.restoreRehearse\` over a log of \`standing.claim\` in the memory store: every leaf hashed, every atom's digest
opened, every record restored into a scratch store, the root compared. Seconds are those that the record keeps.

${table(head, rows)}
`
}

async function rehearse({ admit }: Runtime, size: number): Promise<(string | number)[]> {
  const bundle = await call(admit, 'proof.bundle', { tenant })
  const { proof_bundle, manifest_commitment } = bundle
  for (let round = 0; round < 4; round++) globalThis.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const body = { ...operations['ops.restoreRehearse'].example, tenant, proof_bundle, manifest_commitment }
  const { restore_measured_seconds: seconds } = await call(admit, 'ops.restoreRehearse', body)
  delay.disable()
  clearInterval(sampling)
  return [
    size.toLocaleString('en'),
    Number(seconds).toFixed(2),
    Math.round(size / Number(seconds)).toLocaleString('en'),
    `${Math.round((peak - before) / 1024 ** 2)} MiB`,
    `${Math.round(delay.max / 1e6)} ms`,
  ]
}

async function call(
  admit: Runtime['admit'],
  name: 'proof.bundle' | 'ops.restoreRehearse',
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { envelope, refusal } = await admit(name, { ...anonymous, body })
  if (refusal !== null) throw new Error(`${name}: ${JSON.stringify(envelope)}`)
  return envelope.body as Record<string, unknown>
}
