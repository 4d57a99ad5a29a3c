import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

/** A server in a process of its own, so that the load and the service do not share a thread. */
export interface Served extends AsyncDisposable {
  readonly url: string
  readonly pid: number
}

/** Starts a script that prints its address once it listens. */
export async function serve(
  script: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [file, 'serve'], {
    env: { ...process.env, MEMBRANE_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  child.stdout!.resume()
  return {
    url,
    pid: child.pid!,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of stdout!.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    const url = /http:\/\/[\w.]+:\d+/.exec(text)?.[0]
    if (url !== undefined) return url
  }
  throw new Error(`the server did not say where it listens: ${text}`)
}

export interface Load {
  readonly path: string
  readonly body?: object
  /** Bodies that every connection sends in turn, each from a place of its own. */
  readonly bodies?: readonly object[]
  readonly connections?: number
  readonly seconds?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface Rate {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Drives a server and answers the rate of successful calls; anything else than 200 is an error. */
export async function drive({ url }: Served, load: Load): Promise<Rate> {
  const { path, body, bodies, connections = 32, seconds = 4, headers = {} } = load
  const sent = body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }
  const result = await autocannon({
    url: `${url}${path}`,
    connections,
    duration: seconds,
    headers: { 'content-type': 'application/json', ...headers },
    ...sent,
    ...inTurn(bodies),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`)
  const perSecond = result['2xx'] / result.duration
  return { perSecond, p50Ms: result.latency.p50, p99Ms: result.latency.p99 }
}

function inTurn(bodies: Load['bodies']): object {
  if (bodies === undefined) return {}
  const requests = bodies.map((body) => ({ method: 'POST' as const, body: JSON.stringify(body) }))
  let clients = 0
  return {
    requests,
    setupClient: (client: { setRequests: (requests: object[]) => void }) => {
      const first = (clients++ * 37) % requests.length
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)])
    },
  }
}

/** The rate and the quantiles of calls that took so many milliseconds each. */
export function rateOf(timesMs: readonly number[], perSecond: number): Rate {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const quantile = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)]!)
  return { perSecond, p50Ms: quantile(0.5), p99Ms: quantile(0.99) }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The machine in one line, for the head of the results. */
export function machine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} cores (${cpus()[0]!.model.trim()}), ${memory} GiB, Node ${process.versions.node}, ${process.platform} ${process.arch}`
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const claim = {
  actor: 'human_person:ada',
  company: 'company_geist:acme',
  office: 'managing_director',
  evidence: ['evidence_bundle:register_extract'],
  fixture: true,
}
