import {
  limits,
  operations,
  PasskeyBinding,
  PasskeyLifecycle,
  type PasskeyBindingState,
  type Ref,
} from '@membrane/contract'
import { admit, create, implement, next, refuse, type Atom, type View } from '../../admission/decision.ts'
import { refuseField } from '../../admission/guards/field.ts'
import {
  readCited,
  recordLifecycle,
  refuseLifecyclePresence,
  refuseOtherSubject,
  refuseReason,
} from '../../admission/guards/lifecycle.ts'
import { isRevoked, newBinding } from '../../admission/guards/passkeys.ts'

export const rotatePasskey = implement(operations['humanAuth.passkeyRotate'], {
  facts: async (input, view) => ({
    old: await view.get(PasskeyBinding, input.old_passkey_binding),
    replacement: await view.get(PasskeyBinding, input.replacement_passkey_binding),
    receipt: await readCited(view, input),
    circular: await leadsBack(view, input.replacement_passkey_binding, input.old_passkey_binding),
    taken: (await view.get(PasskeyLifecycle, input.rotation_ref)) !== undefined,
  }),

  decide: (input, { old, replacement, receipt, circular, taken }, at) => {
    const { old_passkey_binding, replacement_passkey_binding, rotation_ref } = input
    const early = refuseOtherSubject(input, [old, replacement], receipt) ?? refuseReason(input)
    if (early !== undefined) return early
    if ([old, replacement].some((binding) => binding && isRevoked(binding.state))) {
      return refuse('human_auth_passkey_revoked')
    }
    const over = { passkey: replacement_passkey_binding, scope: 'passkey_rotate' as const }
    const absent = refuseLifecyclePresence(input, receipt, over, at)
    if (absent !== undefined) return absent
    if (old_passkey_binding === replacement_passkey_binding) {
      return refuseField(
        'human_auth_passkey_lifecycle_same_binding',
        'replacement_passkey_binding',
        'must not be old_passkey_binding',
      )
    }
    if (old?.state.status === 'rotated' || circular || taken) {
      return refuse('human_auth_passkey_lifecycle_replayed')
    }

    const enforced = input.enforce_runtime_overlay === true
    const lifecycle = recordLifecycle(
      rotation_ref,
      {
        action: 'rotate',
        passkey_binding: old_passkey_binding,
        replacement: replacement_passkey_binding,
        human_presence_receipt: receipt!.ref,
        reason_hash: input.reason_hash!,
        enforced,
        at: at.time,
      },
      at,
    )
    const rotated = { status: 'rotated', enforced, replacement: replacement_passkey_binding } as const
    const subject = input.subject ?? receipt!.state.subject
    const write =
      old === undefined
        ? create(
            PasskeyBinding,
            old_passkey_binding,
            newBinding({ subject, provenance: 'rehearsed', ...rotated }),
          )
        : next(PasskeyBinding, old, rotated)
    const body = {
      human_auth_passkey_lifecycle: lifecycle.ref,
      old_passkey_binding,
      replacement_passkey_binding,
      human_presence_receipt: receipt!.ref,
      enforced_in_runtime_overlay: enforced,
    }
    return admit(body, [lifecycle, write])
  },
})

/** Whether the rotations that start at a passkey lead to another, or further than names are followed. */
async function leadsBack(view: View, from: Ref, to: Ref): Promise<boolean> {
  let ref: Ref | null = from
  for (let hops = 0; hops <= limits.rotationHopsMax; hops++) {
    const binding: Atom<PasskeyBindingState> | undefined = await view.get(PasskeyBinding, ref)
    ref = binding?.state.status === 'rotated' ? binding.state.replacement : null
    if (ref === null) return false
    if (ref === to) return true
  }
  return true
}
