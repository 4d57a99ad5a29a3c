import {
  Challenge,
  limits,
  operations,
  PasskeyBinding,
  Presence,
  type ChallengeState,
  type CredentialState,
  type PasskeyBindingState,
  type PresenceState,
  type Ref,
} from '@membrane/contract'
import {
  admit,
  create,
  implement,
  next,
  refuse,
  type Atom,
  type Context,
  type View,
  type Write,
} from '../../admission/decision.ts'
import { refuseSpentChallenge } from '../../admission/guards/challenges.ts'
import {
  isRevoked,
  isUsable,
  newBinding,
  readPasskey,
  userHandle,
  type FoundPasskey,
} from '../../admission/guards/passkeys.ts'
import { namedBy, verifyAssertion, type Assertion, type FailedStep } from '../../admission/guards/webauthn.ts'
import { secondsAfter } from '../../admission/guards/later.ts'

type Json = Readonly<Record<string, unknown>>

interface Facts {
  readonly challenge: Atom<ChallengeState> | undefined
  readonly passkey: FoundPasskey | undefined
  /** The passkey that the challenge was for, where it was for one. */
  readonly meant: FoundPasskey | undefined
  readonly verified: Assertion | FailedStep | undefined
}

export const verifyPasskey = implement(operations['humanAuth.verifyPasskey'], {
  facts: async (input, view): Promise<Facts> => {
    const challenge = await view.get(Challenge, input.challenge)
    const wanted = challenge?.state.passkey_binding ?? undefined
    const meant = wanted === undefined ? undefined : await readPasskey(view, wanted)
    const passkey =
      input.passkey_binding === undefined
        ? (meant ?? (await readNamedBy(view, input.assertion, challenge)))
        : await readPasskey(view, input.passkey_binding)
    return { challenge, passkey, meant, verified: await verify(input.assertion, passkey, challenge) }
  },

  decide: (input, { challenge, passkey, meant, verified }, at) => {
    if (challenge === undefined || challenge.state.purpose === 'registration') {
      return refuse('human_auth_challenge_unknown')
    }
    const failed = verified !== undefined && 'failed' in verified ? verified : undefined
    if (input.user_verified === false || failed?.failed === 'user_not_verified') {
      return refuse('human_auth_passkey_user_not_verified')
    }
    const spent = refuseSpentChallenge(challenge, at)
    if (spent !== undefined) return spent
    const { relying_party_id } = challenge.state
    if ((input.relying_party_id ?? relying_party_id) !== relying_party_id && relying_party_id !== null) {
      return refuse('human_auth_relying_party_mismatch')
    }
    const binding = passkey?.binding
    if (binding !== undefined && isRevoked(binding.state)) return refuse('human_auth_passkey_revoked')
    const astray = meant !== undefined && meant.ref !== passkey?.ref
    if (astray || (binding !== undefined && !fits(binding.state, challenge.state, input))) {
      return refuse('human_auth_passkey_credential_mismatch')
    }
    if (verified === undefined) {
      if (at.gated && (at.caller.builtIn === null || binding?.state.credential)) {
        return refuse('human_auth_assertion_required')
      }
      return rehearse(challenge, passkey, at)
    }
    if (
      binding === undefined ||
      binding.state.credential === null ||
      !isOwned(input.assertion, binding.state, at)
    ) {
      return refuse('human_auth_passkey_credential_mismatch')
    }
    if (failed !== undefined) return refuse('human_auth_assertion_invalid', failed.detail)
    return accept(challenge, binding, verified as Assertion, at)
  },
})

/** Without a name, the credential id leads to the passkey: one that has signed here before all others. */
async function readNamedBy(
  view: View,
  assertion: Json | undefined,
  challenge: Atom<ChallengeState> | undefined,
): Promise<FoundPasskey | undefined> {
  const hash = assertion && namedBy(assertion).credentialIdHash
  if (!hash || challenge === undefined) return undefined
  const { relying_party_id: rp, subject } = challenge.state
  const bound = await view.list(PasskeyBinding, 'credential', hash)
  const here = bound.filter(({ state }) => state.relying_party_id === null || state.relying_party_id === rp)
  const own = here.filter(({ state }) => subject === null || state.subject === subject)
  const found = own.find(({ state }) => state.proven) ?? own[0] ?? here[0]
  return found && readPasskey(view, found.ref)
}

/** An unknown passkey costs as much as a known one: its answer is checked against a key that nobody holds. */
async function verify(
  assertion: Json | undefined,
  passkey: FoundPasskey | undefined,
  challenge: Atom<ChallengeState> | undefined,
): Promise<Assertion | FailedStep | undefined> {
  if (assertion === undefined || challenge === undefined) return undefined
  const { challenge_hash, relying_party_id, origin } = challenge.state
  return verifyAssertion(assertion, passkey?.binding?.state.credential ?? nobody, {
    challengeHash: challenge_hash,
    relyingPartyId: relying_party_id,
    origin,
    userVerification: true,
  })
}

/** The generator of P-256 (SP 800-186, section 3.2.1.3): a valid key. */
const nobody: CredentialState = {
  credential_id_hash: 'sha256:',
  public_key_uncompressed_hex:
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  public_key_hash: 'sha256:',
  public_key_algorithm: 'ES256',
}

interface Stated {
  readonly credential_id_hash?: string
  readonly assertion?: Json
}

/** Whether passkey, challenge and what the request states of the credential speak of the same one. */
function fits(binding: PasskeyBindingState, challenge: ChallengeState, stated: Stated): boolean {
  if (!isUsable(binding)) return false
  if (binding.subject !== null && challenge.subject !== null && binding.subject !== challenge.subject)
    return false
  const { credential, relying_party_id } = binding
  if (credential === null) return true
  if (stated.assertion && relying_party_id !== null && relying_party_id !== challenge.relying_party_id)
    return false
  const signed = stated.assertion && namedBy(stated.assertion).credentialIdHash
  return [stated.credential_id_hash, signed].every(
    (hash) => hash === undefined || hash === credential.credential_id_hash,
  )
}

/** A user handle is the one that this runtime gave its subject; imports bring their own. */
function isOwned(assertion: Json | undefined, binding: PasskeyBindingState, at: Context): boolean {
  const handle = assertion && namedBy(assertion).handle
  if (!handle || binding.provenance === 'imported' || binding.subject === null) return true
  return handle === userHandle(binding.subject, at)
}

function rehearse(challenge: Atom<ChallengeState>, passkey: FoundPasskey | undefined, at: Context) {
  const subject = challenge.state.subject ?? passkey?.binding?.state.subject ?? null
  const known = passkey === undefined || passkey.binding !== undefined
  const recorded = known
    ? []
    : [create(PasskeyBinding, passkey.ref, newBinding({ subject, provenance: 'rehearsed' }))]
  return present('fixture', { subject, passkey_binding: passkey?.ref ?? null }, challenge, recorded, at)
}

function accept(
  challenge: Atom<ChallengeState>,
  binding: Atom<PasskeyBindingState>,
  { signCount, backupEligible, backupState }: Assertion,
  at: Context,
) {
  const { sign_count, backup_eligible, subject } = binding.state
  if (backup_eligible !== null && backup_eligible !== backupEligible) {
    return refuse('human_auth_assertion_invalid', 'Whether a passkey can be backed up never changes.')
  }
  if ((signCount > 0 || sign_count > 0) && signCount <= sign_count) {
    return refuse('human_auth_passkey_counter_regressed')
  }
  const used = next(PasskeyBinding, binding, {
    relying_party_id: challenge.state.relying_party_id,
    proven: true,
    sign_count: signCount,
    backup_eligible: backupEligible,
    backup_state: backupState,
  })
  return present('webauthn', { subject, passkey_binding: binding.ref }, challenge, [used], at)
}

/** The presence receipt, and the challenge that it spends. */
function present(
  ceremony: 'webauthn' | 'fixture',
  of: { readonly subject: Ref | null; readonly passkey_binding: Ref | null },
  challenge: Atom<ChallengeState>,
  further: readonly Write[],
  at: Context,
) {
  const receipt = at.mint(Presence.kind)
  const expires_at = secondsAfter(at, limits.presenceSeconds)
  const { scopes } = challenge.state
  const state: PresenceState = {
    ...of,
    scopes,
    challenge: challenge.ref,
    ceremony,
    expires_at,
    consumed_by: [],
  }
  const spent = next(Challenge, challenge, { used_at: at.time })
  return admit({ humanPresenceReceipt: receipt, ceremony, expiresAt: expires_at }, [
    create(Presence, receipt, state),
    spent,
    ...further,
  ])
}
