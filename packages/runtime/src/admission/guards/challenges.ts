import { Challenge, limits, type ChallengeState, type Ref } from '@membrane/contract'
import { create, refuse, type Atom, type Context, type Refused, type Write } from '../decision.ts'
import { secondsAfter } from './later.ts'

type Asked = Pick<ChallengeState, 'purpose' | 'subject' | 'relying_party_id' | 'origin' | 'scopes'> &
  Partial<Pick<ChallengeState, 'passkey_binding' | 'user_verification'>>

export interface IssuedChallenge {
  readonly id: Ref
  /** What the authenticator signs: 32 random bytes in base64url. Only its hash is kept. */
  readonly bytes: string
  readonly expires_at: string
  readonly write: Write
}

/** A new challenge: single use, and it says what it was issued for. */
export function issueChallenge(asked: Asked, at: Context): IssuedChallenge {
  const id = at.mint(Challenge.kind)
  const bytes = at.secret('challenge')
  const expires_at = secondsAfter(at, limits.presenceSeconds)
  const state: ChallengeState = {
    passkey_binding: null,
    user_verification: 'required',
    ...asked,
    challenge_hash: at.digest(bytes),
    expires_at,
    used_at: null,
  }
  return { id, bytes, expires_at, write: create(Challenge, id, state) }
}

/** A challenge is used once, and in time. */
export function refuseSpentChallenge(
  { state }: Atom<ChallengeState>,
  at: Context,
): Refused<'human_auth_challenge_replayed' | 'human_auth_challenge_expired'> | undefined {
  if (state.used_at !== null) return refuse('human_auth_challenge_replayed')
  return at.now >= Date.parse(state.expires_at) ? refuse('human_auth_challenge_expired') : undefined
}
