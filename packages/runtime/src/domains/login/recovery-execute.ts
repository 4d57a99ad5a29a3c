import {
  operations,
  RecoveryExecution,
  RecoveryPolicy,
  type RecoveryExecutionState,
} from '@membrane/contract'
import { admit, create, implement, next, refuse } from '../../admission/decision.ts'
import { readPresence, refuseCitedPresence } from '../../admission/guards/presence.ts'

export const executeRecovery = implement(operations['auth.recoveryExecute'], {
  facts: async (input, view) => ({
    policy: await view.get(RecoveryPolicy, input.recovery_policy),
    presence: await readPresence(view, input.human_presence_receipt),
    existing: await view.get(RecoveryExecution, input.recovery_execution_ref),
  }),

  decide: (input, { policy, presence, existing }, at) => {
    const { actor, vessel, standing, recovery_policy, recovery_execution_ref } = input
    const { replacement_passkey_binding, human_presence_receipt, device_binding, recovery_contact_hash } =
      input
    if (policy === undefined || policy.state.actor !== actor) return refuse('auth_recovery_policy_unknown')
    if (policy.state.consumed_by !== null) return refuse('auth_recovery_policy_consumed')
    if (!policy.state.recovery_contact_hashes.includes(recovery_contact_hash)) {
      return refuse('auth_recovery_contact_unknown')
    }
    const refused = refuseCitedPresence(presence, actor, at)
    if (refused !== undefined) return refused
    if (existing !== undefined) return refuse('auth_recovery_execution_already_exists')
    const shown = { replacement_passkey_binding, human_presence_receipt, recovery_contact_hash }
    const state: RecoveryExecutionState = {
      actor,
      vessel,
      standing,
      recovery_policy,
      device_binding,
      ...shown,
      executed_at: at.time,
    }
    return admit(
      { auth_recovery_execution: recovery_execution_ref, auth_recovery_policy: recovery_policy, ...shown },
      [
        create(RecoveryExecution, recovery_execution_ref, state),
        next(RecoveryPolicy, policy, { consumed_by: recovery_execution_ref }),
      ],
    )
  },
})
