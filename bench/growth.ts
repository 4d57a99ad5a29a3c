import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@membrane/testkit'
import { unitOf } from '../packages/runtime/src/store/conformance/units.ts'
import { openPostgres } from '../packages/runtime/src/store/postgres/open.ts'
import { fingerprint } from '../packages/runtime/src/signing/keyring.ts'
import { openKeyring } from '../packages/runtime/src/signing/keyring-file.ts'
import { createLogNames } from '../packages/runtime/src/signing/log-names.ts'
import { claim, drive, serve, table, type Rate } from './harness.ts'

const path = '/v1/standing/claim'
const connections = 128
const seconds = 5
const sizes = [10_000, Number(process.env.BENCH_GROWTH ?? 1_000_000)]
const tenants = 1000
const callUnits = 256
const callsAtOnce = 4

/** The rate of durable commits while the database grows, and with many tenants. */
export async function benchGrowth(): Promise<string> {
  const url = await (await startPostgres()).database()
  const dataDir = mkdtempSync(join(tmpdir(), 'membrane-bench-'))
  const settings = { MEMBRANE_DATABASE_URL: url, MEMBRANE_DATA_DIR: dataDir, MEMBRANE_LOG_LEVEL: 'warn' }
  const rows: [string, Rate][] = []
  let made = 0
  try {
    for (const size of sizes) {
      await fill(url, dataDir, size - made)
      made = size
      await using server = await serve('../packages/cli/src/main.ts', settings)
      await drive(server, { path, body: claim, connections, seconds: 2 })
      for (const count of [1, tenants]) {
        const bodies = Array.from({ length: count }, (_, at) => ({ ...claim, tenant: tenantOf(at) }))
        const rate = await drive(server, { path, bodies, connections, seconds })
        rows.push([
          `${size.toLocaleString('en')} commits, ${count === 1 ? 'one tenant' : `${count} tenants`}`,
          rate,
        ])
      }
    }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
  return `## Growth: \`standing.claim\` on a PostgreSQL that holds more and more

${connections} connections. Half of the commits that are there already belong to the one tenant that is measured.

${table(
  ['in the database', 'commits/s', 'p50 ms', 'p99 ms'],
  rows.map(([name, { perSecond, p50Ms, p99Ms }]) => [name, Math.round(perSecond), p50Ms, p99Ms]),
)}
`
}

function tenantOf(at: number): string {
  return `tenant_node:growth_${at}`
}

async function fill(url: string, dataDir: string, count: number): Promise<void> {
  const keyring = await openKeyring(dataDir, 'membrane.local')
  const originOf = createLogNames(keyring)
  const naming = { originOf, epoch: keyring.epochs.at(-1)!.epoch, fingerprint: fingerprint(keyring) }
  await using store = await openPostgres({ ...naming, clock: Date.now, url })
  const calls = Math.ceil(count / callUnits)
  let next = 0
  const fillOne = async (): Promise<void> => {
    while (next < calls) {
      const call = next++
      const tenant = tenantOf(call % 2 === 0 ? 0 : call % tenants)
      const key = `fill_${process.hrtime.bigint()}`
      const units = Array.from({ length: callUnits }, (_, at) =>
        unitOf({
          tenant,
          commit: `commit:${key}_${at}`,
          operation: 'standing.claim',
          actor: claim.actor,
          atoms: [
            { kind: 'standing_claim', ref: `standing_claim:${key}_${at}`, state: JSON.stringify(claim) },
          ],
        }),
      )
      const result = await store.commit(units)
      if ('failed' in result) throw new Error(`the filling ${result.failed}`)
    }
  }
  await Promise.all(Array.from({ length: callsAtOnce }, fillOne))
}
