import { base64url, concat, fromBase64url, utf8 } from '@membrane/ledger'
import { encodeCbor, type CborValue } from './cbor.ts'
import { derSignature } from './der.ts'

/** The part of creation options that an authenticator answers to, as `humanAuth.passkeyRegistrationOptions` gives it. */
export interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id_b64url: string }
}

/** The part of request options that it answers to, as assertion options and login start give it. */
export interface AssertionOptions {
  readonly challenge: string
  readonly rp_id: string
}

/** A browser's `RegistrationResponseJSON` (WebAuthn Level 3, section 5.1). */
export interface RegistrationAnswer {
  readonly id: string
  readonly rawId: string
  readonly type: string
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports: string[]
  }
  readonly clientExtensionResults: Record<string, never>
}

/** A browser's `AuthenticationResponseJSON`. */
export interface AssertionAnswer {
  readonly id: string
  readonly rawId: string
  readonly type: string
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string
  }
  readonly clientExtensionResults: Record<string, never>
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** A key that the authenticator holds for one relying party and user. */
export interface HeldCredential {
  readonly id: Uint8Array<ArrayBuffer>
  readonly relyingPartyId: string
  readonly userHandle: string
  readonly keys: { readonly publicKey: Key; readonly privateKey: Key }
}

/** Everything that an answer is made of, before it is encoded and signed. */
export interface Parts {
  readonly clientData: Readonly<Record<string, unknown>>
  readonly relyingPartyId: string
  readonly flags: number
  readonly signCount: number
  readonly id: string
  readonly rawId: string
  readonly type: string
  readonly credentialId: Uint8Array<ArrayBuffer>
  /** The COSE key of a registration (RFC 9053, section 7.1.1). */
  readonly publicKey: ReadonlyMap<number, CborValue>
  readonly attestation: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, CborValue> }
  readonly userHandle: string | undefined
}

/** Bits of authenticator data (WebAuthn Level 3, section 6.1). */
export const flags = { up: 0x01, uv: 0x04, be: 0x08, bs: 0x10, at: 0x40 } as const

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const idBytes = 32

/**
 * A passkey authenticator in software: ES256 keys in memory, always present and verified, attestation `none`. It
 * stands in for a device where a program has to sign in; it proves nothing of a person.
 */
export class SoftwareAuthenticator {
  readonly origin: string
  readonly held: HeldCredential[] = []
  #signCount = 0

  /** `origin` is the page's, as a browser would state it. */
  constructor(origin: string) {
    this.origin = origin
  }

  /** Makes a passkey for the relying party and user of the options. */
  async register(options: CreationOptions): Promise<RegistrationAnswer> {
    const keys = await crypto.subtle.generateKey(ecdsa, false, ['sign', 'verify'])
    const id = crypto.getRandomValues(new Uint8Array(idBytes))
    const credential: HeldCredential = {
      id,
      relyingPartyId: options.rp.id,
      userHandle: options.user.id_b64url,
      keys,
    }
    this.held.push(credential)
    const parts = this.shape({
      ...(await this.#parts('webauthn.create', options.challenge, credential)),
      flags: flags.up | flags.uv | flags.at,
    })
    const { fmt, attStmt } = parts.attestation
    const attestationObject = encodeCbor(
      new Map<string, CborValue>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', concat(await authenticatorData(parts), attestedCredential(parts))],
      ]),
    )
    return {
      id: parts.id,
      rawId: parts.rawId,
      type: parts.type,
      response: {
        clientDataJSON: base64url(clientDataOf(parts)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  /** Signs with the newest passkey that it holds for the relying party, or with the one given. */
  async assert(options: AssertionOptions, chosen?: HeldCredential): Promise<AssertionAnswer> {
    const credential = chosen ?? this.held.findLast(({ relyingPartyId }) => relyingPartyId === options.rp_id)
    if (credential === undefined) throw new Error(`no passkey for ${options.rp_id}`)
    this.#signCount++
    const parts = this.shape(await this.#parts('webauthn.get', options.challenge, credential))
    const data = await authenticatorData(parts)
    const clientData = clientDataOf(parts)
    const signature = await this.sign(concat(data, await sha256(clientData)), credential)
    return {
      id: parts.id,
      rawId: parts.rawId,
      type: parts.type,
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(parts.userHandle === undefined ? {} : { userHandle: parts.userHandle }),
      },
      clientExtensionResults: {},
    }
  }

  /** The last word on an answer before it is encoded; what stands in for a device changes nothing. */
  protected shape(parts: Parts): Parts {
    return parts
  }

  protected async sign(
    message: Uint8Array<ArrayBuffer>,
    { keys }: HeldCredential,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return derSignature(new Uint8Array(await crypto.subtle.sign(ecdsa, keys.privateKey, message)))
  }

  async #parts(type: string, challenge: string, credential: HeldCredential): Promise<Parts> {
    const id = base64url(credential.id)
    return {
      clientData: { type, challenge, origin: this.origin, crossOrigin: false },
      relyingPartyId: credential.relyingPartyId,
      flags: flags.up | flags.uv,
      signCount: this.#signCount,
      id,
      rawId: id,
      type: 'public-key',
      credentialId: credential.id,
      publicKey: await coseKey(credential.keys.publicKey),
      attestation: { fmt: 'none', attStmt: new Map() },
      userHandle: credential.userHandle,
    }
  }
}

function clientDataOf({ clientData }: Parts): Uint8Array<ArrayBuffer> {
  return utf8(JSON.stringify(clientData))
}

async function authenticatorData({
  relyingPartyId,
  flags,
  signCount,
}: Parts): Promise<Uint8Array<ArrayBuffer>> {
  const rest = new Uint8Array(5)
  rest[0] = flags
  new DataView(rest.buffer).setUint32(1, signCount)
  return concat(await sha256(utf8(relyingPartyId)), rest)
}

function attestedCredential({ credentialId, publicKey }: Parts): Uint8Array<ArrayBuffer> {
  const { length } = credentialId
  return concat(
    new Uint8Array(16),
    Uint8Array.of(length >> 8, length & 0xff),
    credentialId,
    encodeCbor(publicKey),
  )
}

async function coseKey(key: Key): Promise<ReadonlyMap<number, CborValue>> {
  const { x, y } = await crypto.subtle.exportKey('jwk', key)
  return new Map<number, CborValue>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, fromBase64url(x!)],
    [-3, fromBase64url(y!)],
  ])
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
