import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export interface Build {
  readonly version: string
  /** The git commit of a checkout; null elsewhere. */
  readonly commit: string | null
}

let read: Promise<Build> | undefined

/** What this build is: the package's version, and the commit where it runs from a checkout. Read once. */
export function readBuild(): Promise<Build> {
  read ??= readOnce()
  return read
}

async function readOnce(): Promise<Build> {
  const folder = new URL('..', import.meta.url)
  const manifest = JSON.parse(await readFile(new URL('package.json', folder), 'utf8')) as { version: string }
  const commit = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: folder, timeout: 2000 }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
  return { version: manifest.version, commit }
}
