import {
  Challenge,
  operations,
  PasskeyBinding,
  TenantOnboarding,
  type ChallengeState,
  type PasskeyBindingState,
} from '@membrane/contract'
import { admit, create, implement, next, refuse, type Atom, type View } from '../../admission/decision.ts'
import { refuseSpentChallenge } from '../../admission/guards/challenges.ts'
import { originPolicy } from '../../admission/guards/origin.ts'
import { enrol, newBinding } from '../../admission/guards/passkeys.ts'
import { verifyRegistration, type FailedStep, type Registration } from '../../admission/guards/webauthn.ts'

export const registerPasskey = implement(operations['humanAuth.registerPasskey'], {
  facts: async (input, view, at) => {
    const onboarding = await view.get(TenantOnboarding, at.gated ? at.tenant : undefined)
    const challenge = await view.get(Challenge, input.challenge)
    const verified = challenge && (await verify(input.credential, challenge))
    return { onboarding, challenge, verified, bound: await readBound(view, verified) }
  },

  decide: (input, { onboarding, challenge, verified, bound }, at) => {
    const { subject, relying_party_id, origin } = input
    if (originPolicy(relying_party_id, origin) === undefined) return refuse('human_auth_origin_refused')
    const enrolment = enrol(input, onboarding, at)
    if ('code' in enrolment) return enrolment
    if (challenge === undefined || verified === undefined || !isFor(challenge.state, subject)) {
      return refuse('human_auth_challenge_unknown')
    }
    const spent = refuseSpentChallenge(challenge, at)
    if (spent !== undefined) return spent
    const { state } = challenge
    if (state.relying_party_id !== relying_party_id || state.origin !== origin) {
      return refuse('human_auth_relying_party_mismatch')
    }
    if ('failed' in verified) {
      const { failed, detail } = verified
      if (failed === 'invalid') return refuse('human_auth_registration_invalid', detail)
      return refuse('human_auth_passkey_user_not_verified')
    }
    if (bound.some(({ state: other }) => isSame(other, relying_party_id))) {
      return refuse('human_auth_passkey_already_bound')
    }
    const { credential, clientDataHash, signCount, userVerified, backupEligible, backupState } = verified
    const passkey_binding = at.mint(PasskeyBinding.kind)
    const binding = newBinding({
      subject,
      relying_party_id,
      provenance: 'registered',
      credential,
      proven: true,
      sign_count: signCount,
      backup_eligible: backupEligible,
      backup_state: backupState,
    })
    const body = {
      passkey_binding,
      credential_id_hash: credential.credential_id_hash,
      public_key_hash: credential.public_key_hash,
      client_data_hash: clientDataHash,
      user_verified: userVerified,
      backup_eligible: backupEligible,
      backup_state: backupState,
    }
    const used = next(Challenge, challenge, { used_at: at.time })
    return admit(body, [create(PasskeyBinding, passkey_binding, binding), used, ...enrolment.writes])
  },
})

function verify(
  credential: Readonly<Record<string, unknown>>,
  { state }: Atom<ChallengeState>,
): Promise<Registration | FailedStep> {
  return verifyRegistration(credential, {
    challengeHash: state.challenge_hash,
    relyingPartyId: state.relying_party_id,
    origin: state.origin,
    userVerification: state.user_verification === 'required',
  })
}

async function readBound(
  view: View,
  verified: Registration | FailedStep | undefined,
): Promise<readonly Atom<PasskeyBindingState>[]> {
  if (verified === undefined || 'failed' in verified) return []
  return view.list(PasskeyBinding, 'credential', verified.credential.credential_id_hash)
}

function isFor({ purpose, subject }: ChallengeState, person: string): boolean {
  return purpose === 'registration' && subject === person
}

/** An import that never signed here holds no credential against its owner. */
function isSame({ proven, relying_party_id }: PasskeyBindingState, relyingPartyId: string): boolean {
  return proven && (relying_party_id === null || relying_party_id === relyingPartyId)
}
