import { createECDH, createHash } from 'node:crypto'
import { genesisBundle, operations } from '@membrane/contract'

/** Fields whose value is never on record, and what stands there. */
const withheld: Readonly<Record<string, string>> = {
  assertion: '<what navigator.credentials.get answers>',
  credential: '<what navigator.credentials.create answers>',
  signature_hex: '<ES256 signature, r and s in hex>',
  leaf: '<canonical JSON of the commit, in base64>',
  checkpoint: '<signed checkpoint>',
  verifier_key: '<verifier key>',
}

const digits = '0123456789abcdefghjkmnpqrstvwxyz'
const kept = new Set<string>()
keep(genesisBundle.manifest_commitment)
keep(genesisBundle.root_hash)

/** A hash over nothing that differs from run to run stands in the record as it is. */
export function keep(hash: string): void {
  kept.add(hash.slice(hash.indexOf(':') + 1))
}

const exampleKey = operations['authority.keyRotate'].example.public_key_uncompressed_hex as string

/** `sha256:` and hex over a text, which stands in the record as it is. */
export function hashOf(text: string): string {
  const hash = `sha256:${createHash('sha256').update(text).digest('hex')}`
  keep(hash)
  return hash
}

/** A key that a test made up stands as another point of P-256, so that what is on record can be sent. */
function pointOf(order: number): string {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.alloc(32, order + 2))
  return ecdh.getPublicKey('hex')
}

/**
 * The same value in every run: what a run mints or signs is replaced, in order of appearance, by something of its
 * form, and secrets by what they are.
 */
export function normalise<Value>(value: Value, tokens: ReadonlyMap<string, string>): Value {
  const minted = new Map<string, string>()
  let points = 0

  function stand(found: string, make: (order: string) => string): string {
    if (!minted.has(found))
      minted.set(found, make(createHash('sha256').update(`the example's ${minted.size}`).digest('hex')))
    return minted.get(found)!
  }

  /** A point and its hash, which must go on belonging together. */
  function point(hex: string): string {
    if (!minted.has(hex)) {
      const stands = pointOf(points++)
      minted.set(hex, stands).set(hashOfHex(hex), hashOfHex(stands))
    }
    return minted.get(hex)!
  }

  const text = (words: string): string =>
    words
      .replaceAll(/^04[0-9a-f]{128}$/g, (hex) => (published.has(hex) ? hex : point(hex)))
      .replaceAll(/mb[xe]_[\w-]+/g, (token) => tokens.get(token) ?? '<token>')
      .replaceAll(/(?<![0-9a-z])[0-7][0-9a-hjkmnp-tv-z]{25}(?![0-9a-z])/g, (id) =>
        stand(id, (order) => id.slice(0, 10) + base32(order)),
      )
      .replaceAll(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g, (hex) =>
        kept.has(hex) || isPlain(hex) ? hex : stand(hex, String),
      )
      .replaceAll(/(?<=\/t\/)[^/]+\/[^/]+/g, '<tenant>/<epoch>')
      .replaceAll(/^(?![a-z_]+$)[\w-]{43}$/g, '<32 bytes in base64url>')
      .replaceAll(/^[\w+/]{43}=$/g, '<32 bytes in base64>')

  const walk = (inner: unknown, name = ''): unknown => {
    if (name.endsWith('_measured_seconds')) return 0.1
    const named = typeof inner === 'string' && inner.startsWith('<')
    if (name in withheld && inner !== null) return named ? inner : withheld[name]
    if (typeof inner === 'string') return text(inner)
    if (Array.isArray(inner)) return inner.map((item) => walk(item))
    if (inner === null || typeof inner !== 'object') return inner
    return Object.fromEntries(Object.entries(inner).map(([name, member]) => [name, walk(member, name)]))
  }
  return walk(value) as Value
}

/** Keys that the contract's examples show. */
const published = new Set([exampleKey, `04${'1'.repeat(128)}`])

/** Hex that somebody wrote rather than a hash. */
function isPlain(hex: string): boolean {
  return new Set(hex).size === 1
}

function hashOfHex(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')
}

/** The random part of an identifier. */
function base32(hex: string): string {
  return Array.from(Buffer.from(hex, 'hex').subarray(0, 16), (byte) => digits[byte & 31]).join('')
}
