import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fixtureTokens, type FixtureToken } from '@membrane/contract'

const names = Object.keys(fixtureTokens) as FixtureToken[]

/**
 * The fixture tokens that this server knows. On loopback they are the published ones. Elsewhere the published
 * ones open nothing: random ones are made once and kept in the data folder (mode 0600). What is set wins.
 */
export async function loadFixtureTokens(
  set: Partial<Record<FixtureToken, string>>,
  loopback: boolean,
  dataDir: string,
): Promise<Record<FixtureToken, string>> {
  if (loopback) return { ...fixtureTokens, ...set }
  if (names.every((name) => set[name] !== undefined)) return set as Record<FixtureToken, string>
  return { ...(await readOrCreate(join(dataDir, 'fixture-tokens.json'), dataDir)), ...set }
}

async function readOrCreate(file: string, dataDir: string): Promise<Record<FixtureToken, string>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const made = Object.fromEntries(names.map((name) => [name, `mbf_${randomBytes(32).toString('base64url')}`]))
  try {
    await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return JSON.parse(await readFile(file, 'utf8')) as Record<FixtureToken, string>
}
