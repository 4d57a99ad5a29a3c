import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startPostgres, World } from '@membrane/testkit'

/** Two servers over one database and one keyring. */
export async function startTwo(t: TestContext): Promise<[World, World]> {
  const databaseUrl = await (await startPostgres()).database()
  const dataDir = mkdtempSync(join(tmpdir(), 'membrane-torture-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const one = await World.start({ databaseUrl, dataDir })
  return [one, await World.start({ databaseUrl, dataDir, clock: one.clock })]
}
