import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureTokens, Presence } from '@membrane/contract'
import { people, refusing, World } from '@membrane/testkit'

const request = { subject: people.ada, consent_ref: 'consent:given' }
const name = 'humanAuth.faceMatchFallback'

test('the same person is presence, of the face', async () => {
  await using world = await World.start()
  const { cpuFaceMatchReceipt } = await world.admits(name, request)
  assert.match(cpuFaceMatchReceipt, /^cpu_face_match_receipt:/)
  const receipt = await world.record('tenant_node:fixture', Presence, cpuFaceMatchReceipt)
  assert.deepEqual([receipt?.ceremony, receipt?.subject], ['face_match', people.ada])
  await world.admits(name, { ...request, scenario: 'same-person', subject: undefined })
})

test('refusals', async (t) => {
  await using world = await World.start()
  const refuses = refusing(t, world, name, request)
  await refuses('human_auth_face_match_consent_missing', { consent_ref: undefined })
  await refuses('human_auth_face_match_consent_missing', { consent_ref: '' })
  await refuses('human_auth_face_match_rejected', { scenario: 'different-person' })
  await refuses('human_auth_face_match_low_quality', { scenario: 'low-quality' })
  await refuses('human_auth_face_match_spoof_detected', { scenario: 'spoof' })
  await refuses('request_malformed', { scenario: 'twin' })
})

test('behind a real gate a rehearsal is for built-in sessions', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  await world.refuses(name, 'human_auth_assertion_required', request)
  await world.admits(name, request, { token: fixtureTokens.primary })
})
