import { contractVersion } from '@membrane/contract'
import type { Config } from '@membrane/runtime'
import type { Finding } from '@membrane/runtime/postgres'
import { command } from '../command.ts'
import { say, sayJson, type Style } from '../io.ts'
import { configOf, settingOptions } from '../settings.ts'

type Said = Omit<Finding, 'check'> & { readonly check: string }

const styles: Readonly<Record<Finding['verdict'], Style>> = { ok: 'green', warn: 'yellow', fail: 'red' }
const answerMs = 2000

export const doctor = command({
  name: 'doctor',
  summary: 'Checks settings, keyring, database, schema and logs; changes nothing',
  usage: 'membrane doctor [the flags of membrane serve]',
  examples: [
    { line: 'membrane doctor', summary: 'with the settings of the environment' },
    { line: 'membrane doctor --database-url embedded --json', summary: 'one JSON line per check' },
  ],
  options: settingOptions(),
  wordsMax: 0,
  async run({ values }, { stdout, env, paint }) {
    const config = configOf(values, env)
    let failed = false
    const tell = (found: Said): void => {
      const { check, verdict, says } = found
      failed ||= verdict === 'fail'
      if (values.json) sayJson(stdout, found)
      else say(stdout, `${paint(styles[verdict], verdict.padEnd(4))}  ${check.padEnd(8)}  ${says}`)
    }
    tell(describe(config))
    const { diagnose } = await import('@membrane/runtime/postgres')
    for await (const found of diagnose(config)) tell(found)
    tell(await askServer(config))
    return failed ? 1 : 0
  },
})

function describe({ bearer, rootSigning, dataDir }: Config): Said {
  const open = bearer === 'listed' ? 'writes without a bearer are open' : 'every write needs a bearer'
  return { check: 'settings', verdict: 'ok', says: `${open}; ${rootSigning}; data in ${dataDir}` }
}

/** Asks the server that these settings would start, where one runs already. */
async function askServer({ host, port }: Config): Promise<Said> {
  const check = 'server'
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const version = await read<{ contract_version?: string }>(`${url}/version`)
  if (version === undefined) return { check, verdict: 'ok', says: `none runs at ${url}` }
  if (version.contract_version === undefined)
    return { check, verdict: 'fail', says: `${url} is another program: choose another --port` }
  const health = await read<{ ready?: boolean; log?: string }>(`${url}/health`)
  if (health?.log === 'fork_detected')
    return {
      check,
      verdict: 'fail',
      says: `${url} found a log that is not the one it signed, and signs no more`,
    }
  if (version.contract_version !== contractVersion) {
    const says = `${url} speaks contract ${version.contract_version}, this build ${contractVersion}`
    return { check, verdict: 'warn', says }
  }
  return health?.ready === true
    ? { check, verdict: 'ok', says: `${url} runs and is ready` }
    : { check, verdict: 'fail', says: `${url} runs and is not ready: its log says why` }
}

/** A document of a server; undefined where none answers, empty where it is not JSON. */
async function read<T extends object>(url: string): Promise<Partial<T> | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerMs) })
    return await response.json().then(
      (value) => (value ?? {}) as T,
      () => ({}),
    )
  } catch {
    return undefined
  }
}
