import { setTimeout as sleep } from 'node:timers/promises'
import { LedgerError } from '@membrane/ledger'
import { command, Failure, UsageError } from '../command.ts'
import { say, sayJson, type Io } from '../io.ts'
import { counted } from '../log/counted.ts'
import { exportLog } from '../log/export-log.ts'
import { progressBar } from '../log/progress.ts'
import { connect, remoteOptions, tokenOf } from '../remote.ts'

const tries = 3
const documentMs = 30_000

export const exportCommand = command({
  name: 'export',
  summary: "Writes a tenant's log and records to a folder that anyone can verify; runs on where it stopped",
  usage: 'membrane export --out DIR [--tenant TENANT]',
  examples: [
    { line: 'membrane export --out ./log', summary: "the log of the token's own tenant" },
    {
      line: 'membrane export --tenant tenant_node:acme --out ./log',
      summary: 'that of another, by a built-in token',
    },
  ],
  options: {
    ...remoteOptions,
    tenant: { type: 'string', value: 'TENANT', summary: "whose log; without it the token's own" },
    out: { type: 'string', value: 'DIR', summary: 'an empty folder, or one that export wrote' },
  },
  wordsMax: 0,
  async run({ values }, io) {
    const { out, tenant } = values
    if (out === undefined) throw new UsageError('export needs --out and a folder')
    const { membrane, baseUrl } = connect(values, io)
    const bars = { tiles: progressBar(io, 'tiles'), commits: progressBar(io, 'commits') }
    let shown: keyof typeof bars = 'tiles'
    const onProgress = (what: keyof typeof bars, done: number, total: number): void => {
      if (what !== shown) bars[shown].end()
      shown = what
      bars[what].show(done, total)
    }
    const query = tenant === undefined ? '' : `?tenant=${encodeURIComponent(tenant)}`
    const fetchDocument = (path: string): Promise<Uint8Array> =>
      fetchBytes(`${baseUrl.replace(/\/+$/, '')}${path}${query}`, tokenOf(values, io.env), io)
    const { origin, size } = await exportLog({ membrane, fetchDocument, tenant, out, onProgress })
      .catch((error: unknown) => {
        if (error instanceof LedgerError) throw new Failure(`the server shows a broken log: ${error.message}`)
        throw error
      })
      .finally(() => bars[shown].end())
    if (values.json) sayJson(io.stdout, { out, origin, size })
    else
      say(
        io.stdout,
        `${out}: ${counted(size, 'commit')} of ${origin}; membrane verify --log ${out} checks them all`,
      )
    return 0
  },
})

async function fetchBytes(url: string, token: string, io: Pick<Io, 'sleep'>): Promise<Uint8Array> {
  const wait = io.sleep ?? ((ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }))
  const signal = AbortSignal.timeout(documentMs)
  const headers = { authorization: `Bearer ${token}` }
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, { headers, signal }).catch(() => undefined)
    if (response?.ok) return new Uint8Array(await response.arrayBuffer())
    const isFinal = attempt === tries || (response !== undefined && response.status < 500)
    if (isFinal && response !== undefined) throw new Failure(await refusalOf(url, response))
    if (isFinal) throw new Failure(`${url} does not answer; export again to go on`)
    await wait(200 * 2 ** attempt, signal)
  }
}

async function refusalOf(url: string, response: Response): Promise<string> {
  const answer: unknown = await response.json().catch(() => undefined)
  const { body } = (answer ?? {}) as { body?: { refusal_code?: string; detail?: string } }
  return `${url} is refused: ${body?.refusal_code ?? response.status} (${body?.detail ?? 'no reason given'})`
}
