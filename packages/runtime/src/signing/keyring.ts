import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import type { Ref } from '@membrane/contract'
import { StoreUnavailableError } from '../store/port.ts'

/** A key that signs the checkpoints of one epoch. */
export interface EpochKey {
  readonly epoch: number
  readonly privateKey: KeyObject
  /** The 32 bytes of an Ed25519 public key (RFC 8032 §5.1.5). */
  readonly publicKey: Uint8Array
  /** `sha256:` and hex over those bytes. */
  readonly publicKeyHash: string
}

/** The secrets of one runtime, shared by all its servers; never in a database. */
export interface Keyring {
  /** The host at the beginning of every origin. A log keeps its name, so it never changes. */
  readonly logHost: string
  /** Derives the opaque tenant ids of log origins. */
  readonly logIdKey: Uint8Array
  /** Tags issued bearer tokens. */
  readonly tokenKey: Uint8Array
  /** Compares bodies under one Idempotency-Key. */
  readonly bodyKey: Uint8Array
  /** Oldest first; the last one signs. */
  readonly epochs: readonly EpochKey[]
}

const secretBytes = 32
const spkiPrefixBytes = 12

/** A keyring that lives as long as the process. */
export function createKeyring(logHost: string): Keyring {
  return {
    logHost,
    logIdKey: randomBytes(secretBytes),
    tokenKey: randomBytes(secretBytes),
    bodyKey: randomBytes(secretBytes),
    epochs: [createEpochKey(1)],
  }
}

export function createEpochKey(epoch: number): EpochKey {
  return epochKey(epoch, generateKeyPairSync('ed25519').privateKey)
}

function epochKey(epoch: number, privateKey: KeyObject): EpochKey {
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const publicKey = new Uint8Array(spki.subarray(spkiPrefixBytes))
  const publicKeyHash = `sha256:${createHash('sha256').update(publicKey).digest('hex')}`
  return { epoch, privateKey, publicKey, publicKeyHash }
}

/** Signs with Ed25519 (RFC 8032): 64 bytes. */
export function signWith({ privateKey }: EpochKey, message: Uint8Array): Uint8Array {
  return sign(null, message, privateKey)
}

export function activeKey({ epochs }: Keyring): EpochKey {
  return epochs.at(-1)!
}

/** The key of an epoch that the keyring has. */
export function keyOfEpoch({ epochs }: Keyring, epoch: number): EpochKey {
  const key = epochs[epoch - 1]
  if (key === undefined)
    throw new StoreUnavailableError(
      `the log is in epoch ${epoch}, and the keyring is older: restart with that of now`,
    )
  return key
}

/** The name of a tenant's log in an epoch: it names nobody, since the id is a keyed hash of the tenant. */
export function logOrigin(keyring: Keyring, tenant: Ref, epoch: number): string {
  return `${keyring.logHost}/t/${logId(keyring, tenant)}/${epoch}`
}

export function logId({ logIdKey }: Keyring, tenant: Ref): string {
  return createHmac('sha256', logIdKey).update(tenant).digest('hex').slice(0, 32)
}

/** What signs webhook deliveries where no secret is configured: the same for every server of the keyring. */
export function webhookKey({ tokenKey }: Keyring): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', tokenKey, new Uint8Array(), 'membrane webhook', secretBytes))
}

/**
 * Names the keyring without telling anything of it: the same for every server that shares it and after every
 * rotation of the log key, another one for any other keyring.
 */
export function fingerprint({ logIdKey, tokenKey, bodyKey, epochs }: Keyring): string {
  const tag = (key: Uint8Array): Buffer =>
    createHmac('sha256', key).update('membrane keyring fingerprint').digest()
  const hash = createHash('sha256')
  for (const key of [logIdKey, tokenKey, bodyKey]) hash.update(tag(key))
  return `sha256:${hash.update(epochs[0]!.publicKey).digest('hex')}`
}

/** The keyring as text for its file. */
export function serializeKeyring(keyring: Keyring): string {
  const { logHost, logIdKey, tokenKey, bodyKey, epochs } = keyring
  const secret = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
  const keys = epochs.map(({ epoch, privateKey }) => ({
    epoch,
    private_key: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }))
  const file = {
    log_host: logHost,
    log_id_key: secret(logIdKey),
    token_key: secret(tokenKey),
    body_key: secret(bodyKey),
    epochs: keys,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Reads `serializeKeyring`'s text; throws where it is not one. */
export function parseKeyring(text: string): Keyring {
  const file = JSON.parse(text) as {
    log_host: string
    log_id_key: string
    token_key: string
    body_key: string
    epochs: { epoch: number; private_key: string }[]
  }
  const secret = (value: string): Uint8Array => {
    const bytes = Buffer.from(value, 'base64')
    if (bytes.length !== secretBytes) throw new Error('a secret of the keyring is not 32 bytes')
    return bytes
  }
  const epochs = file.epochs.map(({ epoch, private_key }) =>
    epochKey(
      epoch,
      createPrivateKey({ key: Buffer.from(private_key, 'base64'), type: 'pkcs8', format: 'der' }),
    ),
  )
  if (epochs.length === 0 || epochs.some(({ epoch }, at) => epoch !== at + 1))
    throw new Error('the epochs of the keyring do not follow one another from 1')
  if (typeof file.log_host !== 'string') throw new Error('the keyring names no log host')
  return {
    logHost: file.log_host,
    logIdKey: secret(file.log_id_key),
    tokenKey: secret(file.token_key),
    bodyKey: secret(file.body_key),
    epochs,
  }
}
