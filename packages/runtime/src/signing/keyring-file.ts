import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { link, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { activeKey, createEpochKey, createKeyring, parseKeyring, serializeKeyring } from './keyring.ts'
import type { Keyring } from './keyring.ts'

/** The keyring cannot be used; the message is the one line that the operator reads. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError'
}

const othersMask = 0o077
const fileName = 'keyring.json'

/** The folder below the data folder that holds the keyring and the checkpoint guard, mode 0700. */
export function keyringFolder(dataDir: string): string {
  return join(dataDir, 'keyring')
}

/**
 * The keyring of the data folder, made on the first start: a file of mode 0600, complete and synced before it
 * bears its name, so that servers that start together share the one that was first. A file or folder that others
 * may read throws a `KeyringError`, and so does one whose logs have another host in their names.
 */
export async function openKeyring(dataDir: string, logHost: string): Promise<Keyring> {
  const folder = keyringFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await checkFolder(folder)
  const file = join(folder, fileName)
  const known = await load(file)
  if (known !== undefined) return named(known, logHost)
  const draft = join(folder, `${fileName}.${randomBytes(8).toString('hex')}`)
  await writeSecret(draft, serializeKeyring(createKeyring(logHost)))
  try {
    await link(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  await syncFolder(folder)
  return named((await load(file))!, logHost)
}

/** Leaves bear their log's name for ever: under another one, no receipt of them would verify. */
function named(keyring: Keyring, logHost: string): Keyring {
  if (keyring.logHost === logHost) return keyring
  const wanted = `MEMBRANE_LOG_ORIGIN is ${logHost}`
  throw new KeyringError(`${wanted}, and the logs of this keyring are named ${keyring.logHost} for ever`)
}

/** The keyring of the data folder; undefined where none was made yet. */
export async function readKeyring(dataDir: string): Promise<Keyring | undefined> {
  const folder = keyringFolder(dataDir)
  const keyring = await load(join(folder, fileName))
  if (keyring !== undefined) await checkFolder(folder)
  return keyring
}

/** Appends an epoch with a new key to the keyring file. Servers use it from their next start. */
export async function rotateLogKey(dataDir: string): Promise<Keyring> {
  const folder = keyringFolder(dataDir)
  const file = join(folder, fileName)
  const draft = `${file}.next`
  const keyring = await load(file)
  if (keyring === undefined) throw new KeyringError(`there is no keyring in ${folder}`)
  await checkFolder(folder)
  const next = { ...keyring, epochs: [...keyring.epochs, createEpochKey(activeKey(keyring).epoch + 1)] }
  try {
    await writeSecret(draft, serializeKeyring(next))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    throw new KeyringError(
      `${draft} exists: another rotation runs, or one broke off and left it to be removed`,
    )
  }
  await rename(draft, file)
  await syncFolder(folder)
  return next
}

async function load(file: string): Promise<Keyring | undefined> {
  let handle: FileHandle
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new KeyringError(`${file} cannot be read (${codeOf(error)})`, { cause: error })
  }
  try {
    const { mode } = await handle.stat()
    if ((mode & othersMask) !== 0) throw new KeyringError(`${file} is open to others: chmod 600 ${file}`)
    return parse(file, await handle.readFile('utf8'))
  } finally {
    await handle.close()
  }
}

function parse(file: string, text: string): Keyring {
  try {
    return parseKeyring(text)
  } catch {
    // The cause may quote the text, and the text is secret.
    throw new KeyringError(`${file} is not a keyring`)
  }
}

async function checkFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  const { mode } = await handle.stat()
  await handle.close()
  if ((mode & othersMask) !== 0) throw new KeyringError(`${folder} is open to others: chmod 700 ${folder}`)
}

async function writeSecret(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a new name in a folder survive a crash. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
