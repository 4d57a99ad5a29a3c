import { operations, RecoveryPolicy, type RecoveryPolicyState } from '@membrane/contract'
import { admit, create, implement, refuse } from '../../admission/decision.ts'
import { readPresence, refuseCitedPresence } from '../../admission/guards/presence.ts'

export const recordRecoveryPolicy = implement(operations['auth.recoveryPolicy'], {
  facts: async (input, view) => ({
    presence: await readPresence(view, input.human_presence_receipt),
    existing: await view.get(RecoveryPolicy, input.recovery_policy_ref),
  }),

  decide: (input, { presence, existing }, at) => {
    const refused = refuseCitedPresence(presence, input.actor, at)
    if (refused !== undefined) return refused
    if (existing !== undefined) return refuse('auth_recovery_policy_already_exists')
    const { actor, vessel, standing, recovery_policy_ref } = input
    const { passkey_binding, human_presence_receipt } = input
    const { recovery_policy_hash, recovery_contact_hashes, recovery_methods } = input
    const shown = {
      passkey_binding,
      human_presence_receipt,
      recovery_policy_hash,
      recovery_contact_hashes,
      recovery_methods,
    }
    const state: RecoveryPolicyState = { actor, vessel, standing, ...shown, consumed_by: null }
    return admit({ auth_recovery_policy: recovery_policy_ref, ...shown }, [
      create(RecoveryPolicy, recovery_policy_ref, state),
    ])
  },
})
