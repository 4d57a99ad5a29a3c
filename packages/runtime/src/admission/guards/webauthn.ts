import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import {
  cose,
  decodeAttestationObject,
  decodeClientDataJSON,
  decodeCredentialPublicKey,
  isoBase64URL,
  isoCBOR,
} from '@simplewebauthn/server/helpers'
import { limits, type CredentialState } from '@membrane/contract'
import { digestText } from '../digest.ts'
import { hashBytes, readPublicKey } from './public-key.ts'

/** What a ceremony must have been made for. */
export interface Expected {
  /** `sha256:` over the base64url text of the challenge; null where none was handed out. */
  readonly challengeHash: string | null
  readonly relyingPartyId: string | null
  readonly origin: string | null
  readonly userVerification: boolean
}

/** The step that failed, in words that repeat nothing of the answer. */
export interface FailedStep {
  readonly failed: 'user_not_verified' | 'invalid'
  readonly detail: string
}

/** What a registration proves. */
export interface Registration {
  readonly credential: CredentialState
  readonly clientDataHash: string
  readonly signCount: number
  readonly userVerified: boolean
  readonly backupEligible: boolean
  readonly backupState: boolean
}

/** What an assertion proves. */
export interface Assertion {
  readonly signCount: number
  readonly backupEligible: boolean
  readonly backupState: boolean
}

type Json = Readonly<Record<string, unknown>>

const es256 = -7

/** Verifies a registration answer (WebAuthn Level 3, section 7.1) under `attestation: none`. Keeps no raw byte. */
export async function verifyRegistration(
  answer: Json,
  expected: Expected,
): Promise<Registration | FailedStep> {
  const response = answer as unknown as RegistrationResponseJSON
  try {
    // Other formats carry certificates, and checking those can be made to fetch what they name.
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject))
    if (attestation.get('fmt') !== 'none') return invalid(steps.attestation)
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      ...expectations(expected),
      supportedAlgorithmIDs: [es256],
    })
    if (registrationInfo === undefined) return invalid(steps.attestation)
    const { credential, userVerified, credentialDeviceType, credentialBackedUp } = registrationInfo
    const id = isoBase64URL.toBuffer(credential.id)
    if (credential.id !== response.id || id.length > limits.credentialIdBytesMax) return invalid(steps.id)
    if (isFramed(response.response.clientDataJSON)) return invalid(steps.frame)
    const point = pointOf(credential.publicKey)
    const key = point === undefined ? undefined : readPublicKey(point)
    if (key === undefined) return invalid(steps.algorithm)
    return {
      credential: { credential_id_hash: hashBytes(id), ...key, public_key_algorithm: 'ES256' },
      clientDataHash: hashBytes(isoBase64URL.toBuffer(response.response.clientDataJSON)),
      signCount: credential.counter,
      userVerified,
      backupEligible: credentialDeviceType === 'multiDevice',
      backupState: credentialBackedUp,
    }
  } catch (error) {
    return stepOf(error)
  }
}

/** Verifies an assertion (WebAuthn Level 3, section 7.2) against a stored key, but for the counter. Keeps no raw byte. */
export async function verifyAssertion(
  answer: Json,
  key: CredentialState,
  expected: Expected,
): Promise<Assertion | FailedStep> {
  const response = answer as unknown as AuthenticationResponseJSON
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      ...expectations(expected),
      credential: { id: response.id, publicKey: coseOf(key), counter: 0 },
    })
    if (!verified) return invalid(steps.signature)
    if (isFramed(response.response.clientDataJSON)) return invalid(steps.frame)
    return {
      signCount: authenticationInfo.newCounter,
      backupEligible: authenticationInfo.credentialDeviceType === 'multiDevice',
      backupState: authenticationInfo.credentialBackedUp,
    }
  } catch (error) {
    return stepOf(error)
  }
}

/** The hash of the credential id that an answer names, and the user handle that it carries. */
export function namedBy(answer: Json): {
  readonly credentialIdHash: string | null
  readonly handle: string | null
} {
  const { userHandle } = (answer.response ?? {}) as { userHandle?: unknown }
  const handle = typeof userHandle === 'string' && userHandle !== '' ? userHandle : null
  const id = typeof answer.id === 'string' ? hashBytes(Buffer.from(answer.id, 'base64url')) : null
  return { credentialIdHash: id, handle }
}

function expectations({ challengeHash, relyingPartyId, origin, userVerification }: Expected) {
  return {
    expectedChallenge: (challenge: string) =>
      challengeHash !== null && digestText(challenge) === challengeHash,
    expectedOrigin: origin ?? [],
    expectedRPID: relyingPartyId ?? [],
    requireUserVerification: userVerification,
  }
}

/** A ceremony inside another site's frame. */
function isFramed(clientDataJson: string): boolean {
  const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJson)
  return crossOrigin === true || topOrigin !== undefined
}

function pointOf(publicKey: Uint8Array<ArrayBuffer>): string | undefined {
  const key = decodeCredentialPublicKey(publicKey) as cose.COSEPublicKeyEC2
  const [x, y] = [key.get(cose.COSEKEYS.x), key.get(cose.COSEKEYS.y)]
  const isP256 =
    key.get(cose.COSEKEYS.kty) === cose.COSEKTY.EC2 && key.get(cose.COSEKEYS.crv) === cose.COSECRV.P256
  if (!isP256 || x?.length !== 32 || y?.length !== 32) return undefined
  return Buffer.concat([Buffer.of(4), x, y]).toString('hex')
}

/** The stored point as a COSE key (RFC 9053, section 7.1.1). */
function coseOf({ public_key_uncompressed_hex }: CredentialState): Uint8Array<ArrayBuffer> {
  const point = Uint8Array.from(Buffer.from(public_key_uncompressed_hex, 'hex'))
  const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
    [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
    [cose.COSEKEYS.alg, es256],
    [cose.COSEKEYS.crv, cose.COSECRV.P256],
    [cose.COSEKEYS.x, point.slice(1, 33)],
    [cose.COSEKEYS.y, point.slice(33)],
  ])
  return isoCBOR.encode(key)
}

const steps = {
  id: 'The credential is not of type public-key under one base64url id.',
  type: 'The client data is of another type of ceremony.',
  challenge: 'The challenge signed is not the one that was issued.',
  origin: 'The origin is not the one that the options were for.',
  frame: 'The ceremony took place in another site’s frame.',
  relyingParty: 'The authenticator answered for another relying party.',
  presence: 'The user was not present.',
  verification: 'The user was not verified.',
  algorithm: 'The key is not an ES256 key.',
  attestation: 'The attestation is not the empty one of format none.',
  backup: 'The backup flags contradict each other.',
  signature: 'The signature does not verify.',
  form: 'The answer cannot be parsed.',
} as const

/** What the library says of a failed step, and our words for it: its own repeat what was sent. */
const libraryWords: readonly (readonly [RegExp, keyof typeof steps])[] = [
  [/credential type|credential ID$|not base64url-encoded$/i, 'id'],
  [/response type/, 'type'],
  [/^Custom challenge verifier/, 'challenge'],
  [/top origin/, 'frame'],
  [/response origin/, 'origin'],
  [/RP ID hash/, 'relyingParty'],
  [/user was not present|User not present/, 'presence'],
  [/could not be verified/, 'verification'],
  [/public key alg|numeric alg/, 'algorithm'],
  [/attestation/i, 'attestation'],
  [/backed up/, 'backup'],
]

function stepOf(error: unknown): FailedStep {
  const message = error instanceof Error ? error.message : ''
  const [, step] = libraryWords.find(([words]) => words.test(message)) ?? [undefined, 'form' as const]
  return { failed: step === 'verification' ? 'user_not_verified' : 'invalid', detail: steps[step] }
}

function invalid(detail: string): FailedStep {
  return { failed: 'invalid', detail }
}
