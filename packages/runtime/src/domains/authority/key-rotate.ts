import {
  HolderKey,
  KeyRotation,
  limits,
  operations,
  Session,
  type KeyRotationState,
  type Ref,
} from '@membrane/contract'
import { admit, create, implement, refuse, type Context } from '../../admission/decision.ts'
import { refuseField } from '../../admission/guards/field.ts'
import {
  readGivenPresence,
  refuseGivenPresence,
  usePresence,
} from '../../admission/guards/presence-approval.ts'
import { readPublicKey } from '../../admission/guards/public-key.ts'
import { isUsable } from '../../admission/guards/sessions.ts'
import { secondsAfter } from '../../admission/guards/later.ts'

export const rotateKey = implement(operations['authority.keyRotate'], {
  facts: async (input, view) => ({
    presence: await readGivenPresence(view, 'authority.keyRotate', input),
    earlier: [
      await view.get(KeyRotation, input.key),
      await view.get(KeyRotation, input.replacement_key),
      await view.get(HolderKey, input.replacement_key),
    ],
    registered: await view.get(HolderKey, input.key),
    held: await view.list(Session, 'holder_key', input.key),
    taken: await view.list(Session, 'holder_key', input.replacement_key),
  }),

  decide: (input, { presence, earlier, registered, held, taken }, at) => {
    const { key, replacement_key, human_presence_receipt, reason_hash } = input
    const publicKey = readPublicKey(input.public_key_uncompressed_hex)
    if (publicKey === undefined) return refuse('authority_key_public_key_invalid')
    if (!presence) return refuse('human_presence_receipt_unknown')
    const refused = refuseGivenPresence(presence, at)
    if (refused) return refused
    const { public_key_hash } = publicKey
    if (key === replacement_key)
      return refuseField('authority_key_unchanged', 'replacement_key', 'must not be the key itself')
    if (registered?.state.public_key_hash === public_key_hash)
      return refuseField('authority_key_unchanged', 'public_key_uncompressed_hex', 'must be of another key')
    if (earlier.some((found) => found !== undefined)) return refuse('authority_key_already_rotated')
    const holders = [...held, ...taken].map(({ state }) => state.actor)
    if (![...holders, registered?.state.holder].every((holder) => mayRotate(holder, at)))
      return refuse('authority_key_holder_mismatch')
    const live = held.filter(({ state }) => isUsable(state, at.now))
    const overlap_expires_at = secondsAfter(at, input.overlap_seconds)
    const rotation: KeyRotationState = { key, replacement_key, overlap_expires_at }
    const body = {
      key,
      replacement_key,
      public_key_hash,
      overlap_expires_at,
      stale_sessions: live.slice(0, limits.cascadeRefsMax).map(({ ref }) => ref),
      stale_session_count: live.length,
    }
    return admit(body, [
      create(KeyRotation, key, rotation),
      create(HolderKey, replacement_key, {
        holder: at.caller.builtIn === null ? at.caller.actor : null,
        predecessor: key,
        ...publicKey,
        human_presence_receipt,
        reason_hash,
      }),
      ...usePresence(presence, at),
    ])
  },
})

/**
 * Behind a real gate a key is of whoever ever held a session by it: nobody rotates the key of another away, nor to it.
 */
function mayRotate(holder: Ref | null | undefined, { gated, caller }: Context): boolean {
  return !gated || caller.builtIn !== null || (holder ?? caller.actor) === caller.actor
}
