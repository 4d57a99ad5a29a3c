import { limits, operations } from '@membrane/contract'
import { admit, implement, refuse } from '../../admission/decision.ts'
import { issueChallenge } from '../../admission/guards/challenges.ts'
import { originPolicy } from '../../admission/guards/origin.ts'
import { readShownPasskey, showPasskey } from '../../admission/guards/passkeys.ts'

export const assertionOptions = implement(operations['humanAuth.passkeyAssertionOptions'], {
  facts: async (input, view) => ({
    found: await readShownPasskey(view, input.subject, input.passkey_binding),
  }),

  decide: (input, { found }, at) => {
    const { subject, relying_party_id, origin, scopes, user_verification, passkey_binding } = input
    const policy = originPolicy(relying_party_id, origin)
    if (policy === undefined) return refuse('human_auth_origin_refused')
    const shown = showPasskey(found, subject, passkey_binding, at)
    const asked = {
      purpose: 'assertion' as const,
      subject,
      relying_party_id,
      origin,
      scopes,
      user_verification,
    }
    const issued = issueChallenge({ ...asked, passkey_binding: passkey_binding ?? null }, at)
    const options = {
      challenge: issued.bytes,
      rp_id: relying_party_id,
      user_verification,
      timeout_ms: limits.passkeyTimeoutMs,
      allow_credentials: 'omitted_discoverable_credentials_only' as const,
      allow_credential_id_hashes: shown.credential_id_hash === null ? [] : [shown.credential_id_hash],
      raw_credential_ids_exposed: false as const,
    }
    return admit(
      {
        challenge: { id: issued.id, expires_at: issued.expires_at },
        public_key_credential_request_options: options,
        passkey_binding: shown,
        webauthn_origin_policy: policy,
      },
      [issued.write],
    )
  },
})
