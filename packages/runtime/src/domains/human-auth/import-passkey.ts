import { operations, PasskeyBinding, TenantOnboarding } from '@membrane/contract'
import { admit, create, implement, refuse } from '../../admission/decision.ts'
import { enrol, newBinding } from '../../admission/guards/passkeys.ts'
import { readPublicKey } from '../../admission/guards/public-key.ts'

export const importPasskey = implement(operations['humanAuth.importPasskey'], {
  facts: async (input, view, at) => ({
    onboarding: await view.get(TenantOnboarding, at.gated ? at.tenant : undefined),
    bound: await view.list(PasskeyBinding, 'credential', input.credential_id_hash),
  }),

  decide: (input, { onboarding, bound }, at) => {
    const { subject, credential_id_hash } = input
    const enrolment = enrol(input, onboarding, at)
    if ('code' in enrolment) return enrolment
    const key = readPublicKey(input.public_key_uncompressed_hex ?? '')
    const stated = input.public_key_hash ?? key?.public_key_hash
    if (key === undefined || stated !== key.public_key_hash || input.public_key_algorithm !== 'ES256') {
      return refuse('human_auth_passkey_public_key_invalid')
    }
    if (bound.some(({ state }) => state.proven)) return refuse('human_auth_passkey_already_bound')
    const passkey_binding = at.mint(PasskeyBinding.kind)
    const credential = { credential_id_hash, ...key, public_key_algorithm: 'ES256' } as const
    const binding = newBinding({ subject, provenance: 'imported', credential })
    return admit({ passkey_binding, credential_id_hash, public_key_hash: key.public_key_hash }, [
      create(PasskeyBinding, passkey_binding, binding),
      ...enrolment.writes,
    ])
  },
})
