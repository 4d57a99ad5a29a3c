import { LedgerError } from './errors.ts'
import { parseOrigin } from './origin.ts'
import { parseVerifierKey, type VerifierKey } from './verifier-key.ts'

/** A key that is trusted to sign the checkpoints of one log. */
export interface PolicyKey {
  readonly origin: string
  readonly key: VerifierKey
}

/** The keys that a verifier trusts. Keys of old epochs stay, so that old receipts verify. */
export interface Policy {
  readonly keys: readonly PolicyKey[]
}

/**
 * The policy that a person or a program pins, in one of three forms: a verifier key; several, one a line, with
 * empty lines and lines that begin with `#` between them; or the body of the log's policy, as JSON text or as
 * a value: `{ keys: [{ verifier_key, origin }] }`, other fields ignored. A bare verifier key is trusted for
 * the log whose origin is the key's name.
 */
export function parsePolicy(source: unknown): Policy {
  const isText = typeof source === 'string' && !source.trimStart().startsWith('{')
  const keys = isText
    ? keysOfLines(source)
    : keysOfBody(typeof source === 'string' ? parseJson(source) : source)
  if (keys.length === 0) throw new LedgerError('the policy has no key')
  return { keys }
}

/** The keys that are trusted for the log of an origin; none, and it throws. */
export function keysOfOrigin(policy: Policy, origin: string): VerifierKey[] {
  const keys = policy.keys.filter((entry) => entry.origin === origin).map((entry) => entry.key)
  if (keys.length === 0) throw new LedgerError('the policy has no key for the origin of the checkpoint')
  return keys
}

/**
 * The origins that leaves may bear under a checkpoint of an origin: its own, and those of earlier epochs of the
 * same log that the policy names, each with its place in time.
 */
export function originsUnder(policy: Policy, origin: string): ReadonlyMap<string, number> {
  const own = parseOrigin(origin)
  const origins = new Map([[origin, own?.epoch ?? 0]])
  if (own === undefined) return origins
  for (const key of policy.keys) {
    const other = parseOrigin(key.origin)
    if (other?.log === own.log && other.epoch < own.epoch) origins.set(key.origin, other.epoch)
  }
  return origins
}

function keysOfLines(text: string): PolicyKey[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const key = parseVerifierKey(line)
      return { origin: key.name, key }
    })
}

function keysOfBody(body: unknown): PolicyKey[] {
  const keys = isRecord(body) ? body['keys'] : undefined
  if (!Array.isArray(keys)) throw new LedgerError('the policy has no list of keys')
  return keys.map((entry: unknown) => {
    const { verifier_key: text, origin } = isRecord(entry) ? entry : {}
    if (typeof text !== 'string' || typeof origin !== 'string') {
      throw new LedgerError('a key of the policy has a verifier_key and an origin')
    }
    return { origin, key: parseVerifierKey(text) }
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new LedgerError('the policy is not JSON', { cause })
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
