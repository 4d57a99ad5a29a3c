import {
  startAuthentication,
  startRegistration,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type { Ref } from '@membrane/contract'
import { hex, textDigest } from '@membrane/ledger'
import type { Membrane } from './create.ts'
import type { Refused, RequestOf, Result } from './types.ts'

/** The page's part of a ceremony: the browser's dialogues. Tests and other platforms bring their own. */
export interface PasskeyDialogues {
  readonly create: (options: PublicKeyCredentialCreationOptionsJSON) => Promise<RegistrationResponseJSON>
  readonly get: (options: PublicKeyCredentialRequestOptionsJSON) => Promise<AuthenticationResponseJSON>
}

interface Ceremony {
  readonly tenant: Ref
  readonly subject: Ref
  /** The domain that the passkey belongs to; without it the page's host name. */
  readonly relyingPartyId?: string | undefined
  /** Without it the page's origin. */
  readonly origin?: string | undefined
  readonly dialogues?: PasskeyDialogues | undefined
}

export interface PasskeyRegistration extends Ceremony {
  /** What the browser's dialogue calls the account. Only hashes of the names leave the page. */
  readonly name: string
  readonly displayName?: string | undefined
  readonly attachment?: 'platform' | 'cross-platform' | undefined
  /** Of `tenant.create`, where the server asks for it. */
  readonly enrolmentToken?: string | undefined
}

export interface PresenceProof extends Ceremony {
  /** What the presence is for, on record with it. The end of a passkey asks for `passkey_revoke` or `passkey_rotate`. */
  readonly scopes: readonly string[]
  readonly passkeyBinding?: Ref | undefined
}

type RatePolicy =
  | 'policy_ref'
  | 'source_ip_hash'
  | 'window_seconds'
  | 'attempt_count'
  | 'soft_limit'
  | 'lockout_threshold'
  | 'lockout_seconds'
type Place = 'vessel' | 'standing' | 'holder_key' | 'device_binding' | 'scopes'

export interface SignIn
  extends
    Ceremony,
    Pick<RequestOf<'auth.loginStart'>, RatePolicy>,
    Pick<RequestOf<'auth.loginFinish'>, Place> {
  readonly passkeyBinding?: Ref | undefined
  /** Without it a new one is named. */
  readonly session?: Ref | undefined
  /** 3,600 without it. */
  readonly expiresInSeconds?: number | undefined
}

const browser: PasskeyDialogues = {
  create: (optionsJSON) => startRegistration({ optionsJSON }),
  get: (optionsJSON) => startAuthentication({ optionsJSON }),
}

function site({ relyingPartyId, origin }: Ceremony): { relying_party_id: string; origin: string } {
  const page = (globalThis as { location?: { readonly hostname: string; readonly origin: string } }).location
  if ((relyingPartyId ?? page) === undefined || (origin ?? page) === undefined)
    throw new TypeError('outside a page, a ceremony needs relyingPartyId and origin')
  return { relying_party_id: relyingPartyId ?? page!.hostname, origin: origin ?? page!.origin }
}

/**
 * Makes a passkey in the browser and binds it. The first refusal on the way is the result; a dialogue that the
 * person leaves throws what the browser throws.
 */
export async function registerPasskey(
  membrane: Membrane,
  request: PasskeyRegistration,
): Promise<Result<'humanAuth.registerPasskey'> | Refused<'humanAuth.passkeyRegistrationOptions'>> {
  const { tenant, subject, name, displayName = name, attachment = 'platform', dialogues = browser } = request
  const page = site(request)
  const asked = await membrane.humanAuthPasskeyRegistrationOptions({
    tenant,
    subject,
    ...page,
    user_handle_hash: textDigest(subject),
    user_name_hash: textDigest(name),
    user_display_name_hash: textDigest(displayName),
    attestation: 'none',
    authenticator_attachment: attachment,
    // Sign-in names no credential: the browser must be able to find the passkey by itself.
    resident_key: 'required',
    user_verification: 'required',
    exclude_credential_id_hashes: [],
  })
  if (asked.outcome === 'refused') return asked
  const { challenge, public_key_credential_creation_options: options } = asked.body
  const credential = await dialogues.create({
    challenge: options.challenge,
    rp: options.rp,
    user: { id: options.user.id_b64url, name, displayName },
    pubKeyCredParams: options.pub_key_cred_params,
    timeout: options.timeout_ms,
    attestation: 'none',
    authenticatorSelection: {
      authenticatorAttachment: attachment,
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  })
  return membrane.humanAuthRegisterPasskey({
    tenant,
    subject,
    ...page,
    challenge: challenge.id,
    credential: { ...credential },
    enrolment_token: request.enrolmentToken,
    fixture: true,
  })
}

/**
 * Signs a person in with a passkey: login start, the browser's dialogue, verification, login finish. The first
 * refusal on the way is the result. The token is in `body.bearer_token`, once.
 */
export async function signIn(
  membrane: Membrane,
  request: SignIn,
): Promise<Result<'auth.loginFinish'> | Refused<'auth.loginStart'> | Refused<'humanAuth.verifyPasskey'>> {
  const { tenant, subject, scopes, device_binding, passkeyBinding } = request
  const page = site(request)
  const { policy_ref, source_ip_hash, window_seconds, attempt_count } = request
  const { soft_limit, lockout_threshold, lockout_seconds } = request
  const started = await membrane.authLoginStart({
    tenant,
    subject,
    ...page,
    passkey_binding: passkeyBinding,
    scopes,
    device_binding,
    policy_ref,
    source_ip_hash,
    window_seconds,
    attempt_count,
    soft_limit,
    lockout_threshold,
    lockout_seconds,
    fixture: true,
  })
  if (started.outcome === 'refused') return started
  const verified = await answer(membrane, request, started.body)
  if (verified.outcome === 'refused') return verified
  return finish(membrane, request, {
    login_challenge: started.body.challenge.id,
    auth_rate_limit_evaluation: started.body.auth_rate_limit_evaluation,
    human_presence_receipt: verified.body.humanPresenceReceipt,
  })
}

/**
 * Proves that a person is there: the browser's dialogue, and its verification. The first refusal on the way is the
 * result. The receipt is in `body.humanPresenceReceipt` and lives for five minutes.
 */
export async function provePresence(
  membrane: Membrane,
  request: PresenceProof,
): Promise<Result<'humanAuth.verifyPasskey'> | Refused<'humanAuth.passkeyAssertionOptions'>> {
  const { tenant, subject, scopes, passkeyBinding } = request
  const asked = await membrane.humanAuthPasskeyAssertionOptions({
    tenant,
    subject,
    ...site(request),
    passkey_binding: passkeyBinding,
    scopes,
    user_verification: 'required',
  })
  return asked.outcome === 'refused' ? asked : answer(membrane, request, asked.body)
}

/** The options of a login, or of an assertion alone. */
interface Asked {
  readonly challenge: { readonly id: Ref }
  readonly public_key_credential_request_options: {
    readonly challenge: string
    readonly rp_id: string
    readonly timeout_ms: number
  }
}

/** Opens the dialogue for a challenge and has what it signs verified. */
async function answer(
  membrane: Membrane,
  request: Ceremony & { readonly passkeyBinding?: Ref | undefined },
  { challenge, public_key_credential_request_options: options }: Asked,
): Promise<Result<'humanAuth.verifyPasskey'>> {
  const { dialogues = browser } = request
  const assertion = await dialogues.get({
    challenge: options.challenge,
    rpId: options.rp_id,
    timeout: options.timeout_ms,
    userVerification: 'required',
  })
  return membrane.humanAuthVerifyPasskey({
    tenant: request.tenant,
    challenge: challenge.id,
    passkey_binding: request.passkeyBinding,
    relying_party_id: options.rp_id,
    user_verified: true,
    assertion: { ...assertion },
  })
}

type Proofs = Pick<
  RequestOf<'auth.loginFinish'>,
  'login_challenge' | 'auth_rate_limit_evaluation' | 'human_presence_receipt'
>

function finish(membrane: Membrane, request: SignIn, proofs: Proofs): Promise<Result<'auth.loginFinish'>> {
  const { tenant, subject, vessel, standing, holder_key, device_binding, scopes } = request
  return membrane.authLoginFinish({
    tenant,
    actor: subject,
    vessel,
    standing,
    holder_key,
    device_binding,
    scopes,
    passkey_binding: request.passkeyBinding,
    session: request.session ?? `auth_session:fixture_${hex(crypto.getRandomValues(new Uint8Array(16)))}`,
    expires_in_seconds: request.expiresInSeconds ?? 3600,
    ...proofs,
    fixture: true,
  })
}
