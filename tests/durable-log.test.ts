import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { parseCheckpoint, parsePolicy, verifyReceiptBody } from '@membrane/ledger'
import { rotateLogKey } from '@membrane/runtime'
import { grantStanding, runSql, startPostgres, World } from '@membrane/testkit'
import { membrane } from '../packages/cli/src/testing/terminal.ts'

const tenant = 'tenant_node:fixture'
const folders: string[] = []
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'membrane-log-'))
  chmodSync(folder, 0o700)
  folders.push(folder)
  return folder
}

async function fill(world: World, grants: number): Promise<void> {
  await Promise.all(Array.from({ length: grants }, () => grantStanding(world, tenant)))
}

async function health(world: World): Promise<unknown> {
  return ((await (await world.fetch('/health')).json()) as { log: string }).log
}

async function verifyExport(world: World): Promise<{ code: number; said: string }> {
  const out = scratch()
  const exported = await membrane(['export', '--base-url', world.url, '--out', out])
  if (exported.code !== 0) return { code: exported.code, said: exported.err }
  const policy = join(out, 'policy.json')
  const { code, out: said } = await membrane(['verify', '--policy', policy, '--log', out])
  return { code, said }
}

suite('the log in PostgreSQL', () => {
  test('receipts outlive restarts and rotations, and the whole log verifies', async () => {
    const databaseUrl = await (await startPostgres()).database()
    const dataDir = scratch()
    const receipts: { ref: string; policy: unknown }[] = []
    for (const epoch of [1, 2, 3]) {
      await using world = await World.start({ databaseUrl, dataDir })
      await fill(world, 40)
      const { commits } = await world.admits('commit.recent')
      const body = await world.admits('log.policy')
      assert.equal(body.keys.length, epoch)
      for (const { receipt } of commits.slice(0, 3)) receipts.push({ ref: receipt, policy: body })
      for (const { ref, policy } of receipts) {
        const shown = await world.admits('receipt.show', { ref })
        const { leaf } = await verifyReceiptBody(shown, parsePolicy(policy))
        assert.equal(leaf.receipt, ref)
      }
      await rotateLogKey(dataDir)
    }
    await using world = await World.start({ databaseUrl, dataDir })
    const { code, said } = await verifyExport(world)
    assert.equal(code, 0, said)
    assert.match(said, /360 commits/)
  })

  test('a database that comes back from a backup is not signed', async () => {
    const postgres = await startPostgres()
    const databaseUrl = await postgres.database()
    const dataDir = scratch()
    const grow = async (): Promise<number> => {
      await using world = await World.start({ databaseUrl, dataDir })
      await fill(world, 2)
      const { checkpoint } = await world.admits('log.consistency', { from: 0 })
      return parseCheckpoint(checkpoint).checkpoint.size
    }
    assert.equal(await grow(), 6)
    const name = new URL(databaseUrl).pathname.slice(1)
    await runSql(postgres.cluster.url(), `create database ${name}_backup template ${name}`)
    assert.equal(await grow(), 12)
    await using world = await World.start({ databaseUrl: postgres.cluster.url(`${name}_backup`), dataDir })
    await world.refuses('log.consistency', 'log_fork_detected', { from: 0 })
    await fill(world, 4)
    await world.refuses('log.consistency', 'log_fork_detected', { from: 0 })
    assert.equal(await health(world), 'fork_detected')
  })

  test('a byte that is changed in the database is found', async () => {
    const databaseUrl = await (await startPostgres()).database()
    const dataDir = scratch()
    {
      await using world = await World.start({ databaseUrl, dataDir })
      await fill(world, 100)
    }
    const flip = (column: string, at: number): string =>
      `${column} = set_byte(${column}, ${at}, get_byte(${column}, ${at}) # 1)`
    const tampered: readonly (readonly [statement: string, undo?: string])[] = [
      [`update membrane.commits set ${flip('leaf', 200)} where sequence = 17`],
      [`update membrane.commits set ${flip('leaf', 90)} where sequence = 299`],
      [`update membrane.commits set ${flip('leaf_hash', 5)} where sequence = 290`],
      [`update membrane.tiles set ${flip('hashes', 4000)} where level = 0`],
      [`update membrane.tiles set ${flip('root', 31)} where level = 0`],
      [`update membrane.logs set ${flip('frontier', 7)}`],
      [`update membrane.atoms set ${flip('salt', 0)} where sequence = 100`],
      [
        `update membrane.atoms set state = replace(state, 'human_person:ada', 'human_person:eve') where sequence = 3`,
        `update membrane.atoms set state = replace(state, 'human_person:eve', 'human_person:ada') where sequence = 3`,
      ],
    ]
    const verify = async (): Promise<{ code: number; said: string }> => {
      await using world = await World.start({ databaseUrl, dataDir })
      return await verifyExport(world)
    }
    for (const [statement, undo = statement] of tampered) {
      await runSql(databaseUrl, statement)
      const { code, said } = await verify()
      assert.equal(code, 1, `${statement}: ${said}`)
      assert.match(said, /^no {2}|log_fork_detected/, statement)
      await runSql(databaseUrl, undo)
    }
    const { code, said } = await verify()
    assert.equal(code, 0, said)
  })
})
