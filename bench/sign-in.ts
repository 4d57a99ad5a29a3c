import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SoftwareAuthenticator, type AssertionOptions, type CreationOptions } from '@membrane/client'
import { fixtureTokens, ratePolicyExample, registrationExample } from '@membrane/contract'
import { migrate } from '@membrane/runtime/postgres'
import { startPostgres } from '@membrane/testkit'
import { claim, drive, median, serve, table, type Load, type Rate, type Served } from './harness.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const people = 16
const probes = 400
const site = { relying_party_id: 'bench.example', origin: 'https://bench.example' }
const agent = new Agent({ keepAlive: true, maxSockets: people })

// oxlint-disable-next-line typescript/no-explicit-any -- a bench reads the fields that it needs
type Body = Record<string, any>

/** What a bearer costs, what a login costs, and whether answers betray who exists. */
export async function benchSignIn(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'membrane-bench-'))
  try {
    const url = await (await startPostgres()).database()
    await migrate(url)
    const durable = { MEMBRANE_DATABASE_URL: url, MEMBRANE_DATA_DIR: join(folder, 'data') }
    const sections: string[] = []
    for (const [store, environment] of [
      ['memory', {}],
      ['PostgreSQL', durable],
    ] as const) {
      await using served = await serve('../packages/cli/src/main.ts', {
        MEMBRANE_LOG_LEVEL: 'warn',
        ...environment,
      })
      sections.push(await measure(served, store))
    }
    return `## Sign-in\n\n${explained}\n\n${sections.join('\n\n')}\n`
  } finally {
    agent.destroy()
    rmSync(folder, { recursive: true })
  }
}

const explained = `Server and load share the machine. A bearer is checked on every call: a keyed tag, then the session and the
state of its key from the store, nothing cached. A login is start, verify (a real ES256 assertion) and finish, signed by
a software authenticator in the load's own process; ${people} people at once. Medians of ${rounds} rounds, turn by turn.`

async function measure(served: Served, store: string): Promise<string> {
  const crowd = await Promise.all(Array.from({ length: people }, (_, at) => enrol(served, at)))
  const { bearer_token: token } = await logIn(served, crowd[0]!, 0)
  const issued = { authorization: `Bearer ${token}` }
  const builtIn = { authorization: `Bearer ${fixtureTokens.primary}` }
  const self = '/v1/tenant/self'
  const claimed = '/v1/standing/claim'
  const loads = [
    { name: '`/version`, a document', path: '/version' },
    { name: '`tenant.self`, issued session', path: self, headers: issued },
    { name: '`tenant.self`, built-in session', path: self, headers: builtIn },
    { name: '`standing.claim`, anonymous', path: claimed, body: claim },
    { name: '`standing.claim`, issued session', path: claimed, body: claim, headers: issued },
  ]
  const rates = loads.map((): Costed[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [at, load] of loads.entries()) rates[at]!.push(await costed(served, { ...load, seconds }))
  }
  const cost = (at: number): number => median(rates[at]!.map(({ cpuMicros }) => cpuMicros))
  const ratio = (of: number, to: number): string =>
    median(rates[of]!.map(({ perSecond }, round) => perSecond / rates[to]![round]!.perSecond)).toFixed(2)
  const rows = loads.map(({ name }, at) => [
    name,
    Math.round(median(rates[at]!.map(({ perSecond }) => perSecond))),
    median(rates[at]!.map(({ p99Ms }) => p99Ms)),
    Math.round(cost(at)),
  ])
  const logins = await loginRate(served, crowd)
  const { known, unknown } = await probe(served, crowd[0]!)
  return `### ${store}

${table(['what', 'calls/s', 'p99 ms', 'CPU µs a call'], rows)}

An issued session beside no bearer, same operation: **${ratio(4, 3)}** by rate, **${(cost(3) / cost(4)).toFixed(2)}** by the server's CPU
(goal 0.7). A read in an issued session beside the same read by a fixture token, which is only compared: ${ratio(1, 2)}
by rate, **${(cost(2) / cost(1)).toFixed(2)}** by CPU.

Whole logins: **${Math.round(logins)} a second**, ${Math.round(logins * 3)} calls.
A failing assertion over a known passkey takes ${known.toFixed(2)} ms, over an unknown one ${unknown.toFixed(2)} ms (medians of ${probes}).`
}

interface Costed extends Rate {
  /** What a call costs the server's process, whatever else runs on the machine. */
  readonly cpuMicros: number
}

async function costed(served: Served, load: Load): Promise<Costed> {
  const before = await cpuSeconds(served)
  const rate = await drive(served, load)
  const spent = (await cpuSeconds(served)) - before
  return { ...rate, cpuMicros: (spent * 1e6) / (rate.perSecond * seconds) }
}

async function cpuSeconds({ url }: Served): Promise<number> {
  const { counters } = (await (await fetch(`${url}/metrics`)).json()) as Body
  return counters.process_cpu_seconds_total as number
}

interface Person {
  readonly subject: string
  readonly device: SoftwareAuthenticator
  readonly passkey: string
}

async function enrol(served: Served, at: number): Promise<Person> {
  const subject = `human_person:bench_${at}`
  const device = new SoftwareAuthenticator(site.origin)
  const asked = await call(served, '/v1/human-auth/passkey/registration/options', {
    subject,
    ...site,
    ...registrationExample,
  })
  const credential = await device.register(asked.public_key_credential_creation_options as CreationOptions)
  const registered = await call(served, '/v1/human-auth/passkey/register', {
    subject,
    ...site,
    challenge: asked.challenge.id,
    credential,
    fixture: true,
  })
  return { subject, device, passkey: registered.passkey_binding as string }
}

async function logIn(served: Served, { subject, device }: Person, turn: number): Promise<Body> {
  const started = await call(served, '/v1/auth/login/start', {
    subject,
    ...site,
    scopes: ['*'],
    ...ratePolicyExample,
    fixture: true,
  })
  const challenge: string = started.challenge.id
  const assertion = await device.assert(started.public_key_credential_request_options as AssertionOptions)
  const verified = await call(served, '/v1/human-auth/passkey/verify', { challenge, assertion })
  return call(served, '/v1/auth/login/finish', {
    actor: subject,
    vessel: 'vessel:bench',
    standing: 'standing:bench',
    human_presence_receipt: verified.humanPresenceReceipt,
    login_challenge: challenge,
    auth_rate_limit_evaluation: started.auth_rate_limit_evaluation,
    holder_key: 'key_registry:bench',
    device_binding: ratePolicyExample.device_binding,
    session: `auth_session:fixture_${subject.slice('human_person:'.length)}_${turn}_${performance.now()}`,
    scopes: ['*'],
    expires_in_seconds: 3600,
    fixture: true,
  })
}

async function loginRate(served: Served, crowd: readonly Person[]): Promise<number> {
  const measured: number[] = []
  for (let round = 0; round <= rounds; round++) {
    let done = 0
    const began = performance.now()
    const end = began + seconds * 1000
    await Promise.all(
      crowd.map(async (person) => {
        while (performance.now() < end) {
          await logIn(served, person, ++done)
        }
      }),
    )
    measured.push((done / (performance.now() - began)) * 1000)
  }
  return median(measured.slice(1))
}

/** The time that a refused assertion takes, of a passkey that exists and of one that does not, in turn. */
async function probe(served: Served, person: Person): Promise<{ known: number; unknown: number }> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let at = 0; at < probes * 2; at++) {
    const kind = at % 2 === 0 ? 'known' : 'unknown'
    const passkey_binding = kind === 'known' ? person.passkey : `passkey_binding:nobody_${at}`
    const asked = await call(served, '/v1/human-auth/passkey/assertion/options', {
      subject: person.subject,
      ...site,
      passkey_binding,
      scopes: [],
      user_verification: 'required',
    })
    const other = new SoftwareAuthenticator(site.origin)
    await other.register({ challenge: '', rp: { id: site.relying_party_id }, user: { id_b64url: 'AA' } })
    const assertion = await other.assert(asked.public_key_credential_request_options as AssertionOptions)
    const from = performance.now()
    await send(served, '/v1/human-auth/passkey/verify', {
      challenge: asked.challenge.id,
      passkey_binding,
      assertion,
    })
    times[kind].push(performance.now() - from)
  }
  return { known: median(times.known), unknown: median(times.unknown) }
}

async function call(served: Served, path: string, body: object): Promise<Body> {
  const envelope = await send(served, path, body)
  if (envelope.outcome === 'refused') throw new Error(`${path}: ${envelope.body.refusal_code}`)
  return envelope.body as Body
}

function send({ url }: Served, path: string, body: object): Promise<Body> {
  return new Promise((done, failed) => {
    const headers = { 'content-type': 'application/json' }
    const sent = request(`${url}${path}`, { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => done(JSON.parse(Buffer.concat(chunks).toString()) as Body))
    })
    sent.on('error', failed)
    sent.end(JSON.stringify(body))
  })
}
