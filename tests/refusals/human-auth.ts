import { limits } from '@membrane/contract'
import {
  assertion,
  creationRequest,
  device,
  provePresence,
  registerPasskey,
  registration,
} from '@membrane/testkit'
import { ada, broken, enrolAda, exampleOf, gated, present, tenant } from './kit.ts'
import type { Scenarios, Stage } from './stage.ts'

const verify = 'humanAuth.verifyPasskey'
const register = 'humanAuth.registerPasskey'
const options = 'humanAuth.passkeyRegistrationOptions'
const revoke = 'humanAuth.passkeyRevoke'
const rotate = 'humanAuth.passkeyRotate'
const phone = 'passkey_binding:phone'
const laptop = 'passkey_binding:laptop'

async function challenged(stage: Stage, patch: object = {}): Promise<object> {
  const { challenge } = await stage.admits('humanAuth.challenge', { ...ada, ...patch })
  return { tenant, challenge, user_verified: true }
}

/** What revokes a passkey that Ada has just used. */
async function revocation(stage: Stage): Promise<object> {
  const human_presence_receipt = await present(stage, { passkey_binding: phone, scopes: ['passkey_revoke'] })
  return { ...ada, passkey_binding: phone, human_presence_receipt, reason_hash: 'sha256:lost', fixture: true }
}

/** What rotates a passkey to the one that Ada has just used. */
async function rotation(stage: Stage, from = phone, to = laptop): Promise<object> {
  const human_presence_receipt = await present(stage, { passkey_binding: to, scopes: ['passkey_rotate'] })
  const passkeys = { old_passkey_binding: from, replacement_passkey_binding: to }
  return { ...ada, ...passkeys, human_presence_receipt, reason_hash: 'sha256:new-device', fixture: true }
}

/** A challenge that was signed with another device than the one before. */
async function signedBy(stage: Stage, authenticator = device()): Promise<object> {
  await registerPasskey(stage.world, ada, authenticator)
  return assertion(stage.world, ada, authenticator)
}

const sameId = new Uint8Array(16).fill(9)
const sameText = Buffer.from(sameId).toString('base64url')
/** Devices that answer one credential id, as a copied one would. */
const copied = { parts: () => ({ credentialId: sameId, id: sameText, rawId: sameText }) }

export const humanAuthScenarios: Scenarios = {
  human_auth_origin_refused: broken(options, { origin: 'http://acme.example' }, creationRequest(ada)),
  human_auth_challenge_unknown: async (stage) => {
    await stage.refused(verify, { tenant, challenge: 'human_auth_challenge:none', user_verified: true })
    await stage.passes(verify, await challenged(stage))
  },
  human_auth_challenge_expired: async (stage) => {
    const late = await challenged(stage)
    stage.waits(limits.presenceSeconds, 'Five minutes pass.')
    await stage.refused(verify, late)
    await stage.passes(verify, await challenged(stage))
  },
  human_auth_challenge_replayed: async (stage) => {
    const once = await challenged(stage)
    await stage.admits(verify, once)
    await stage.refused(verify, once)
    await stage.passes(verify, await challenged(stage))
  },
  human_auth_relying_party_mismatch: async (stage) => {
    const answer = await challenged(stage, { relying_party_id: 'acme.example' })
    await stage.refused(verify, { ...answer, relying_party_id: 'other.example' })
    await stage.passes(verify, { ...answer, relying_party_id: 'acme.example' })
  },
  human_auth_registration_invalid: async (stage) => {
    const astray = device().twist({ clientData: { origin: 'https://evil.example' } })
    await stage.refused(register, await registration(stage.world, ada, astray), {
      shown: { credential: '<what navigator.credentials.create answered on https://evil.example>' },
    })
    await stage.passes(register, await registration(stage.world, ada, device()))
  },
  human_auth_assertion_invalid: async (stage) => {
    const authenticator = device()
    await registerPasskey(stage.world, ada, authenticator)
    authenticator.twist({ clientData: { origin: 'https://evil.example' } })
    await stage.refused(verify, await assertion(stage.world, ada, authenticator), {
      shown: { assertion: '<what navigator.credentials.get answered on https://evil.example>' },
    })
    await stage.passes(verify, await assertion(stage.world, ada, authenticator.twist()))
  },
  human_auth_assertion_required: {
    settings: gated,
    play: async (stage) => {
      const authenticator = await enrolAda(stage)
      const { assertion: signed, ...answer } = await assertion(stage.world, ada, authenticator)
      await stage.refused(verify, { ...answer, user_verified: true })
      await stage.passes(verify, { ...answer, assertion: signed })
    },
  },
  human_auth_enrolment_required: {
    settings: gated,
    play: async (stage) => {
      const { enrolment_token } = await stage.admits('tenant.create', exampleOf('tenant.create'))
      const body = await registration(stage.world, ada, device())
      await stage.refused(register, body)
      await stage.passes(register, { ...body, enrolment_token })
    },
  },
  human_auth_passkey_already_bound: async (stage) => {
    await registerPasskey(stage.world, ada, device().twist(copied))
    const again = await registration(stage.world, ada, device().twist(copied))
    await stage.refused(register, again, { shown: { credential: '<the credential that is bound>' } })
    await stage.passes(register, await registration(stage.world, ada, device()))
  },
  human_auth_passkey_binding_unknown: broken(revoke, { passkey_binding: 'passkey_binding:none' }, revocation),
  human_auth_passkey_cannot_create_authority: async (stage) => {
    const body = await registration(stage.world, ada, device())
    await stage.refused(register, { ...body, create_standing_from_passkey: true })
    await stage.passes(register, body)
  },
  human_auth_passkey_counter_regressed: async (stage) => {
    const authenticator = device()
    await registerPasskey(stage.world, ada, authenticator)
    await provePresence(stage.world, ada, authenticator)
    authenticator.twist({ parts: () => ({ signCount: 1 }) })
    await stage.refused(verify, await assertion(stage.world, ada, authenticator), {
      shown: { assertion: '<what a copy of the authenticator answers, its counter behind>' },
    })
    await stage.passes(verify, await assertion(stage.world, ada, authenticator.twist()))
  },
  human_auth_passkey_credential_mismatch: async (stage) => {
    const { passkey_binding, credential_id_hash } = await registerPasskey(stage.world, ada, device())
    const answer = { ...(await challenged(stage)), passkey_binding }
    await stage.refused(verify, { ...answer, credential_id_hash: 'sha256:of-another-credential' })
    await stage.passes(verify, { ...answer, credential_id_hash })
  },
  human_auth_passkey_public_key_invalid: broken('humanAuth.importPasskey', {
    public_key_uncompressed_hex: `04${'1'.repeat(128)}`,
  }),
  human_auth_passkey_revoked: async (stage) => {
    const lost = device()
    const { passkey_binding } = await registerPasskey(stage.world, ada, lost)
    const human_presence_receipt = await provePresence(stage.world, ada, lost)
    const reason_hash = 'sha256:lost'
    const ended = { ...ada, passkey_binding, human_presence_receipt, reason_hash }
    await stage.admits(revoke, { ...ended, enforce_runtime_overlay: true })
    await stage.refused(verify, await assertion(stage.world, ada, lost))
    await stage.passes(verify, await signedBy(stage))
  },
  human_auth_passkey_user_not_verified: async (stage) => {
    const answer = await challenged(stage)
    await stage.refused(verify, { ...answer, user_verified: false })
    await stage.passes(verify, answer)
  },

  human_auth_passkey_lifecycle_fixture_only: broken(revoke, { fixture: false }, revocation),
  human_auth_passkey_lifecycle_raw_material_refused: broken(
    revoke,
    { raw_credential_id: 'CQkJCQkJCQkJCQkJCQkJCQ' },
    revocation,
  ),
  human_auth_passkey_lifecycle_cannot_create_authority: broken(
    rotate,
    { create_standing_from_passkey: true },
    rotation,
  ),
  human_auth_passkey_lifecycle_subject_mismatch: broken(revoke, { subject: 'human_person:bob' }, revocation),
  human_auth_passkey_lifecycle_hash_required: broken(revoke, { reason_hash: 'I lost my phone' }, revocation),
  human_auth_passkey_lifecycle_presence_missing: broken(
    revoke,
    { human_presence_receipt: undefined },
    revocation,
  ),
  human_auth_passkey_lifecycle_presence_invalid: async (stage) => {
    const body = await rotation(stage)
    const ofTheOld = await present(stage, { passkey_binding: phone, scopes: ['passkey_rotate'] })
    await stage.refused(rotate, { ...body, human_presence_receipt: ofTheOld })
    await stage.passes(rotate, body)
  },
  human_auth_passkey_lifecycle_same_binding: broken(rotate, { old_passkey_binding: laptop }, rotation),
  human_auth_passkey_lifecycle_replayed: async (stage) => {
    const body = await rotation(stage)
    await stage.admits(rotate, body)
    await stage.refused(rotate, body)
    await stage.passes(rotate, await rotation(stage, laptop, 'passkey_binding:tablet'))
  },

  human_auth_face_match_consent_missing: broken('humanAuth.faceMatchFallback', { consent_ref: undefined }),
  human_auth_face_match_rejected: broken('humanAuth.faceMatchFallback', { scenario: 'different-person' }),
  human_auth_face_match_low_quality: broken('humanAuth.faceMatchFallback', { scenario: 'low-quality' }),
  human_auth_face_match_spoof_detected: broken('humanAuth.faceMatchFallback', { scenario: 'spoof' }),
}
