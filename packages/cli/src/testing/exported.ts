import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { grantStanding, writeUnit, type World } from '@membrane/testkit'
import { membrane, type Ran } from './terminal.ts'

export const tenant = 'tenant_node:fixture'

const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** A folder that is gone when the tests of the file have ended. */
export async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'membrane-cli-'))
  folders.push(folder)
  return folder
}

/** Commits of several kinds, with records and without. */
export async function fillLog(world: World, commits: number): Promise<void> {
  await grantStanding(world, tenant, ['invoice.approve'])
  for (let at = 3; at < commits; at++) await writeUnit(world.runtime, tenant, {})
}

export async function exportTo(world: World, out: string): Promise<Ran> {
  const ran = await membrane(['export', '--base-url', world.url, '--out', out])
  assert.equal(ran.code, 0, ran.err)
  return ran
}

export function verifyAt(out: string): Promise<Ran> {
  return membrane(['verify', '--policy', join(out, 'policy.json'), '--log', out])
}

/** Every file of a folder, by its path inside it. */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
