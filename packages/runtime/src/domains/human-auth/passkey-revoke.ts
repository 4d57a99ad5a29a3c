import { operations, PasskeyBinding, PasskeyLifecycle } from '@membrane/contract'
import { admit, implement, next, refuse } from '../../admission/decision.ts'
import {
  readCited,
  recordLifecycle,
  refuseLifecyclePresence,
  refuseOtherSubject,
  refuseReason,
} from '../../admission/guards/lifecycle.ts'
import { isRevoked, readPasskey } from '../../admission/guards/passkeys.ts'

export const revokePasskey = implement(operations['humanAuth.passkeyRevoke'], {
  facts: async (input, view) => ({
    passkey: await readPasskey(view, input.passkey_binding),
    receipt: await readCited(view, input),
    taken: (await view.get(PasskeyLifecycle, input.revocation_ref)) !== undefined,
  }),

  decide: (input, { passkey: { ref, binding }, receipt, taken }, at) => {
    const early = refuseOtherSubject(input, [binding], receipt) ?? refuseReason(input)
    if (early !== undefined) return early
    if (binding === undefined) return refuse('human_auth_passkey_binding_unknown')
    if (isRevoked(binding.state)) return refuse('human_auth_passkey_revoked')
    const absent = refuseLifecyclePresence(input, receipt, { passkey: ref, scope: 'passkey_revoke' }, at)
    if (absent !== undefined) return absent
    const repeated = binding.state.status === 'revoked'
    if (taken && !repeated) return refuse('human_auth_passkey_lifecycle_replayed')

    const enforced = input.enforce_runtime_overlay === true
    const lifecycle = recordLifecycle(
      taken ? undefined : input.revocation_ref,
      {
        action: 'revoke',
        passkey_binding: ref,
        replacement: null,
        human_presence_receipt: receipt!.ref,
        reason_hash: input.reason_hash!,
        enforced,
        at: at.time,
      },
      at,
    )
    const { revocation } = binding.state
    const first = (repeated ? revocation : null) ?? lifecycle.ref
    const body = {
      human_auth_passkey_lifecycle: enforced ? lifecycle.ref : first,
      passkey_binding: ref,
      human_presence_receipt: receipt!.ref,
      enforced_in_runtime_overlay: enforced,
    }
    const revoked = { status: 'revoked', enforced, revocation: first } as const
    const writes = [lifecycle, next(PasskeyBinding, binding, revoked)]
    if (!repeated) return admit(body, writes)
    const stable_code = 'human_auth_passkey_already_revoked'
    const reasons = { outcome: 'verified' as const, reasons: [stable_code] }
    return admit({ ...body, stable_code }, enforced ? writes : [], reasons)
  },
})
