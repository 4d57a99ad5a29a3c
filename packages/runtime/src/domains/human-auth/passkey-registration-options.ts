import { limits, operations } from '@membrane/contract'
import { admit, implement, refuse } from '../../admission/decision.ts'
import { issueChallenge } from '../../admission/guards/challenges.ts'
import { originPolicy } from '../../admission/guards/origin.ts'
import { userHandle } from '../../admission/guards/passkeys.ts'

export const registrationOptions = implement(operations['humanAuth.passkeyRegistrationOptions'], {
  decide: (input, _, at) => {
    const { subject, relying_party_id, origin, user_verification } = input
    const policy = originPolicy(relying_party_id, origin)
    if (policy === undefined) return refuse('human_auth_origin_refused')
    const { id, bytes, expires_at, write } = issueChallenge(
      { purpose: 'registration', subject, relying_party_id, origin, scopes: [], user_verification },
      at,
    )
    const options = {
      challenge: bytes,
      rp: { id: relying_party_id, name: relying_party_id },
      user: {
        id_b64url: userHandle(subject, at),
        handle_hash: input.user_handle_hash,
        name_hash: input.user_name_hash,
        display_name_hash: input.user_display_name_hash,
        raw_name_exposed: false as const,
        raw_display_name_exposed: false as const,
      },
      pub_key_cred_params: [{ type: 'public-key' as const, alg: -7 as const }],
      authenticator_selection: {
        authenticator_attachment: input.authenticator_attachment,
        resident_key: input.resident_key,
        user_verification,
      },
      attestation: 'none' as const,
      timeout_ms: limits.passkeyTimeoutMs,
      exclude_credential_id_hashes: input.exclude_credential_id_hashes,
      raw_credential_ids_exposed: false as const,
    }
    return admit(
      {
        challenge: { id, expires_at },
        public_key_credential_creation_options: options,
        webauthn_origin_policy: policy,
      },
      [write],
    )
  },
})
