import { fixtureTokens, limits, type FixtureToken } from '@membrane/contract'
import { parseSecret } from './adapters/standard-webhooks.ts'
import { isLoopback } from './http/host-guard.ts'

/** Everything that the environment or the flags of `membrane serve` can set. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Null: the memory store. `embedded`: a PostgreSQL of the process's own. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  readonly rootSigning: 'fixture_root' | 'no_root_key'
  readonly bearer: 'listed' | 'writes'
  /** Whether the operator chose the bearer rule rather than took the default of the address. */
  readonly bearerIsExplicit: boolean
  readonly attemptCounting: boolean
  /** Tokens that were set; the others follow from the address. */
  readonly fixtureTokens: Partial<Record<FixtureToken, string>>
  readonly webhookUrl: string | null
  /** What signs deliveries; null: the keyring's own secret. */
  readonly webhookSecret: Uint8Array | null
  readonly logLevel: string
  readonly bodyLimitBytes: number
  readonly logOrigin: string
  readonly atomsMax: number | null
}

/** A setting that cannot be used; the message is the one line that the operator reads. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

interface Setting<T> {
  readonly read: (text: string) => T | undefined
  readonly rule: string
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const text: Setting<string> = { read: (value) => value, rule: 'must not be empty' }
const oneOf = <const V extends string>(...values: V[]): Setting<V> => ({
  read: (value) => values.find((candidate) => candidate === value),
  rule: `must be ${values.join(' or ')}`,
})
const integer = (min: number, max: number): Setting<number> => ({
  read: (value) =>
    /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
  rule: `must be an integer from ${min} to ${max}`,
})
const token: Setting<string> = {
  read: (value) => (/^[\w.~+/=-]{16,}$/.test(value) ? value : undefined),
  rule: 'must be at least 16 characters that a bearer token may hold',
}
const origin: Setting<string> = {
  read: (value) => (/^[a-z0-9][a-z0-9.-]{0,99}$/.test(value) ? value : undefined),
  rule: 'must be a host name in lower case of at most 100 characters',
}
const webhook: Setting<string> = {
  read: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    const isPlain = url !== undefined && url.username === '' && url.password === ''
    return isPlain && /^https?:$/.test(url.protocol) ? value : undefined
  },
  rule: 'must be an http or https URL without a user: deliveries are signed',
}
const webhookSecret: Setting<Uint8Array> = {
  read: parseSecret,
  rule: 'must be whsec_ and the base64 of 24 to 64 bytes',
}
const database: Setting<string> = {
  read: (value) => (value === 'embedded' || /^postgres(?:ql)?:\/\/\S+$/.test(value) ? value : undefined),
  rule: 'must be embedded or a postgres:// URL',
}

/** Settings by their environment names, with their defaults; `membrane serve` derives its flags from them. */
export const settings = {
  MEMBRANE_HOST: text,
  MEMBRANE_PORT: integer(0, 65_535),
  MEMBRANE_DATABASE_URL: database,
  MEMBRANE_DATA_DIR: text,
  MEMBRANE_ROOT_SIGNING: oneOf('fixture_root', 'disabled'),
  MEMBRANE_BEARER: oneOf('listed', 'writes'),
  MEMBRANE_ATTEMPT_COUNTING: oneOf('on', 'off'),
  MEMBRANE_FIXTURE_TOKEN_PRIMARY: token,
  MEMBRANE_FIXTURE_TOKEN_SECONDARY: token,
  MEMBRANE_FIXTURE_TOKEN_EXPIRED: token,
  MEMBRANE_FIXTURE_TOKEN_WRONG_SCOPE: token,
  MEMBRANE_FIXTURE_TOKEN_TAMPERED: token,
  MEMBRANE_WEBHOOK_URL: webhook,
  MEMBRANE_WEBHOOK_SECRET: webhookSecret,
  MEMBRANE_LOG_LEVEL: {
    read: (value: string) => levels.find((level) => level === value),
    rule: `must be ${levels.join(', ')}`,
  },
  MEMBRANE_BODY_LIMIT_BYTES: integer(1024, 1024 ** 3),
  MEMBRANE_LOG_ORIGIN: origin,
  MEMBRANE_ATOMS_MAX: integer(1, Number.MAX_SAFE_INTEGER),
} as const

type Settings = typeof settings
type Value<Name extends keyof Settings> = Settings[Name] extends Setting<infer T> ? T : never

/** Reads the settings. An unknown `MEMBRANE_` name or a bad value throws a `ConfigError` that names it. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  for (const name of Object.keys(environment)) {
    if (name.startsWith('MEMBRANE_') && !(name in settings)) throw new ConfigError(`${name} is not a setting`)
  }
  function value<Name extends keyof Settings>(name: Name): Value<Name> | undefined {
    const given = environment[name]
    if (given === undefined || given === '') return undefined
    const read = (settings[name] as Setting<Value<Name>>).read(given)
    if (read === undefined) throw new ConfigError(`${name} ${settings[name].rule}`)
    return read
  }
  const host = value('MEMBRANE_HOST') ?? '127.0.0.1'
  const open = isLoopback(host)
  const bearer = value('MEMBRANE_BEARER')
  const tokens: Partial<Record<FixtureToken, string>> = {}
  for (const name of Object.keys(fixtureTokens) as FixtureToken[]) {
    const set = value(`MEMBRANE_FIXTURE_TOKEN_${name.toUpperCase() as Uppercase<FixtureToken>}`)
    if (set !== undefined) tokens[name] = set
  }
  return {
    host,
    port: value('MEMBRANE_PORT') ?? 8080,
    databaseUrl: value('MEMBRANE_DATABASE_URL') ?? null,
    dataDir: value('MEMBRANE_DATA_DIR') ?? './.membrane',
    rootSigning: value('MEMBRANE_ROOT_SIGNING') === 'disabled' ? 'no_root_key' : 'fixture_root',
    bearer: bearer ?? (open ? 'listed' : 'writes'),
    bearerIsExplicit: bearer !== undefined,
    attemptCounting: (value('MEMBRANE_ATTEMPT_COUNTING') ?? (open ? 'off' : 'on')) === 'on',
    fixtureTokens: tokens,
    webhookUrl: value('MEMBRANE_WEBHOOK_URL') ?? null,
    webhookSecret: value('MEMBRANE_WEBHOOK_SECRET') ?? null,
    logLevel: value('MEMBRANE_LOG_LEVEL') ?? 'info',
    bodyLimitBytes: value('MEMBRANE_BODY_LIMIT_BYTES') ?? limits.bodyBytesMax,
    logOrigin: value('MEMBRANE_LOG_ORIGIN') ?? 'membrane.local',
    atomsMax: value('MEMBRANE_ATOMS_MAX') ?? null,
  }
}
