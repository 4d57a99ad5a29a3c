import assert from 'node:assert/strict'
import { test } from 'node:test'
import { device, people, registerPasskey, rehearsePresence, site, World } from '@membrane/testkit'

const person = { tenant: 'tenant_node:fixture', subject: people.ada }
const name = 'humanAuth.passkeyAssertionOptions'
const request = { ...person, ...site, scopes: ['passkey_revoke'], user_verification: 'required' }

test('options name the passkey by hash alone', async () => {
  await using world = await World.start()
  const { passkey_binding, credential_id_hash } = await registerPasskey(world, person, device())
  const answer = await world.admits(name, { ...request, passkey_binding })
  assert.deepEqual(answer.passkey_binding, { id: passkey_binding, credential_id_hash })
  const { challenge, ...options } = answer.public_key_credential_request_options
  assert.match(challenge, /^[\w-]{43}$/)
  assert.deepEqual(options, {
    rp_id: 'acme.example',
    user_verification: 'required',
    timeout_ms: 300_000,
    allow_credentials: 'omitted_discoverable_credentials_only',
    allow_credential_id_hashes: [credential_id_hash],
    raw_credential_ids_exposed: false,
  })
  assert.equal(answer.privacy_boundary.raw_assertion_bytes_stored, false)
})

test('without a name: the only passkey, or nothing', async () => {
  await using world = await World.start()
  const shown = async (): Promise<object> => (await world.admits(name, request)).passkey_binding
  assert.deepEqual(await shown(), { id: null, credential_id_hash: null })
  const first = await registerPasskey(world, person, device())
  assert.deepEqual(await shown(), {
    id: first.passkey_binding,
    credential_id_hash: first.credential_id_hash,
  })
  await registerPasskey(world, person, device())
  assert.deepEqual(await shown(), { id: null, credential_id_hash: null })
})

test('an unknown passkey looks like a known one, and always the same', async () => {
  await using world = await World.start()
  const { passkey_binding, credential_id_hash } = await registerPasskey(world, person, device())
  const ask = async (named: string, who = people.ada as string): Promise<Record<string, unknown>> =>
    (await world.admits(name, { ...request, subject: who, passkey_binding: named })).passkey_binding
  const known = await ask(passkey_binding)
  const unknown = await ask('passkey_binding:none')
  assert.deepEqual(Object.keys(unknown), Object.keys(known))
  assert.match(unknown.credential_id_hash as string, /^sha256:[0-9a-f]{64}$/)
  assert.deepEqual(await ask('passkey_binding:none'), unknown)
  assert.notEqual((await ask('passkey_binding:other')).credential_id_hash, unknown.credential_id_hash)

  const stranger = await ask(passkey_binding, people.eve)
  assert.equal(stranger.id, passkey_binding)
  assert.notEqual(stranger.credential_id_hash, credential_id_hash, 'another person learns nothing')

  await rehearsePresence(world, person, { passkey_binding: 'passkey_binding:none' })
  assert.deepEqual(await ask('passkey_binding:none'), unknown, 'a rehearsal changes nothing that shows')
})

test('an origin that is not of the relying party', async () => {
  await using world = await World.start()
  await world.refuses(name, 'human_auth_origin_refused', { ...request, origin: 'http://acme.example' })
})
