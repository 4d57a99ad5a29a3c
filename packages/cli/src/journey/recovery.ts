import { sha256, signingKey } from './keys.ts'
import { registerPasskey } from './passkey.ts'
import type { SignedIn } from './sign-in.ts'
import { actor } from './standing.ts'
import type { Stage } from './stage.ts'

/** The device is lost: a recovery that was agreed on brings in another passkey, which ends up withdrawn. */
export async function recover(stage: Stage, { token, passkey, ...person }: SignedIn): Promise<void> {
  const { membrane, tenant, mark, chapter, step, refused } = stage
  const { at, present } = person
  chapter('A lost device')
  const self = { tenant, actor, vessel: 'vessel:laptop', standing: 'standing:journey', fixture: true }
  const recovery_policy = `auth_recovery_policy:journey_${mark}`
  const agreed = {
    ...self,
    human_presence_receipt: await present(['auth.recoveryPolicy']),
    passkey_binding: passkey,
    recovery_policy_ref: recovery_policy,
    recovery_policy_hash: sha256('a friend vouches'),
    recovery_contact_hashes: [sha256('a friend')],
    recovery_methods: ['trusted_contact'],
  }
  await refused(
    membrane.authRecoveryPolicy({ ...agreed, create_standing_from_recovery: true }),
    'auth_recovery_cannot_create_authority',
  )
  await step(membrane.authRecoveryPolicy(agreed))

  const replacement = (await registerPasskey(stage, person, { token })).passkey
  const recovery = {
    ...self,
    human_presence_receipt: await present(['auth.recoveryExecute']),
    recovery_policy,
    recovery_execution_ref: `auth_recovery_execution:journey_${mark}`,
    replacement_passkey_binding: replacement,
    device_binding: 'device_binding:phone',
    recovery_contact_hash: sha256('a friend'),
  }
  await step(membrane.authRecoveryExecute(recovery))
  await refused(membrane.authRecoveryExecute(recovery), 'auth_recovery_policy_consumed')

  const lifecycle = { tenant, subject: actor, reason_hash: sha256('lost'), enforce_runtime_overlay: true }
  await step(
    membrane.humanAuthPasskeyRotate({
      ...lifecycle,
      old_passkey_binding: passkey,
      replacement_passkey_binding: replacement,
      human_presence_receipt: await present(['passkey_rotate']),
    }),
  )
  const elsewhere = {
    tenant,
    subject: actor,
    credential_id_hash: sha256(`a passkey of ${at.origin}`),
    public_key_uncompressed_hex: signingKey().publicKeyHex,
    public_key_algorithm: 'ES256',
    fixture: true,
  } as const
  await step(membrane.humanAuthImportPasskey(elsewhere, { token }))
  const face = { tenant, subject: actor, consent_ref: `consent:journey_${mark}` }
  await refused(
    membrane.humanAuthFaceMatchFallback({ ...face, scenario: 'spoof' }),
    'human_auth_face_match_spoof_detected',
  )
  await step(membrane.humanAuthFaceMatchFallback(face))
  await step(
    membrane.humanAuthPasskeyRevoke({
      ...lifecycle,
      passkey_binding: replacement,
      human_presence_receipt: await present(['passkey_revoke']),
    }),
  )
}
