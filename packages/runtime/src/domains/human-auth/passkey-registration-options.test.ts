import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Challenge } from '@membrane/contract'
import { creationRequest, people, World } from '@membrane/testkit'

const person = { tenant: 'tenant_node:fixture', subject: people.ada }
const name = 'humanAuth.passkeyRegistrationOptions'

test('options are what a browser needs, with a challenge of which only the hash is kept', async () => {
  await using world = await World.start()
  const answer = await world.admits(name, creationRequest(person))
  const { user, challenge, ...options } = answer.public_key_credential_creation_options
  assert.match(challenge, /^[\w-]{43}$/)
  assert.match(user.id_b64url, /^[\w-]{43}$/)
  assert.deepEqual(options, {
    rp: { id: 'acme.example', name: 'acme.example' },
    pub_key_cred_params: [{ type: 'public-key', alg: -7 }],
    authenticator_selection: {
      authenticator_attachment: 'platform',
      resident_key: 'required',
      user_verification: 'required',
    },
    attestation: 'none',
    timeout_ms: 300_000,
    exclude_credential_id_hashes: [],
    raw_credential_ids_exposed: false,
  })
  assert.deepEqual(answer.authority_boundaries, {
    identity_binding_created: false,
    standing_created: false,
    company_authority_created: false,
    delegation_created: false,
  })
  assert.equal(answer.privacy_boundary.raw_attestation_object_stored, false)
  assert.equal(answer.durable_record.ref, answer.challenge.id)
  const kept = await world.record(person.tenant, Challenge, answer.challenge.id)
  assert.ok(!JSON.stringify(kept).includes(challenge))
})

test('a user handle is always the same for a person, and another’s for another', async () => {
  await using world = await World.start()
  const handleOf = async (subject: string): Promise<string> => {
    const answer = await world.admits(name, creationRequest({ ...person, subject }))
    return answer.public_key_credential_creation_options.user.id_b64url
  }
  assert.equal(await handleOf(people.ada), await handleOf(people.ada))
  assert.notEqual(await handleOf(people.ada), await handleOf(people.eve))
})

test('an origin that is not of the relying party', async () => {
  await using world = await World.start()
  const request = { ...creationRequest(person), origin: 'https://evil.example' }
  await world.refuses(name, 'human_auth_origin_refused', request)
  await world.refuses(name, 'request_malformed', { ...creationRequest(person), attestation: 'direct' })
})
