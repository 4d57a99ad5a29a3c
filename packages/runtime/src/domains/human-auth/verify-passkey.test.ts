import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { authenticatorFlags as bit } from '@membrane/client'
import { PasskeyBinding, Presence, type RefusalCode } from '@membrane/contract'
import {
  assertion,
  device,
  people,
  provePresence,
  registerPasskey,
  registration,
  rehearsePresence,
  World,
  type Twist,
} from '@membrane/testkit'

const tenant = 'tenant_node:fixture'
const person = { tenant, subject: people.ada }
const name = 'humanAuth.verifyPasskey'

interface Step {
  readonly step: string
  readonly twist: Twist
  readonly detail?: RegExp
  readonly code?: RefusalCode
}

/** WebAuthn Level 3, section 7.2: what a server must check of an assertion, each step broken alone. */
const steps: readonly Step[] = [
  {
    step: '5: a credential that is bound',
    twist: { parts: () => ({ id: 'YW5vdGhlcg', rawId: 'YW5vdGhlcg' }) },
    code: 'human_auth_passkey_credential_mismatch',
  },
  {
    step: '6: a user handle of the owner',
    twist: { parts: () => ({ userHandle: 'c29tZWJvZHkgZWxzZQ' }) },
    code: 'human_auth_passkey_credential_mismatch',
  },
  {
    step: '10: type is webauthn.get',
    twist: { clientData: { type: 'webauthn.create' } },
    detail: /type of ceremony/,
  },
  { step: '11: challenge', twist: { clientData: { challenge: 'bm90IGlzc3VlZA' } }, detail: /challenge/ },
  { step: '12: origin', twist: { clientData: { origin: 'https://evil.example' } }, detail: /origin/ },
  { step: '13: cross-origin frame', twist: { clientData: { crossOrigin: true } }, detail: /frame/ },
  { step: '14: top origin', twist: { clientData: { topOrigin: 'https://top.example' } }, detail: /frame/ },
  {
    step: '15: rpIdHash',
    twist: { parts: () => ({ relyingPartyId: 'evil.example' }) },
    detail: /relying party/,
  },
  {
    step: '16: user present',
    twist: { parts: ({ flags }) => ({ flags: flags & ~bit.up }) },
    detail: /not present/,
  },
  {
    step: '17: user verified',
    twist: { parts: ({ flags }) => ({ flags: flags & ~bit.uv }) },
    code: 'human_auth_passkey_user_not_verified',
  },
  {
    step: '18: BS without BE',
    twist: { parts: ({ flags }) => ({ flags: flags | bit.bs }) },
    detail: /backup flags/,
  },
  {
    step: '19: BE that was not there',
    twist: { parts: ({ flags }) => ({ flags: flags | bit.be }) },
    detail: /backed up/,
  },
  {
    step: '22: signature',
    twist: { signature: (bytes) => bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)) },
    detail: /signature/,
  },
  {
    step: '23: a counter that stood still',
    twist: { parts: () => ({ signCount: 1 }) },
    code: 'human_auth_passkey_counter_regressed',
  },
  {
    step: '23: a counter that went back to nothing',
    twist: { parts: () => ({ signCount: 0 }) },
    code: 'human_auth_passkey_counter_regressed',
  },
  { step: 'type is public-key', twist: { parts: () => ({ type: 'password' }) }, detail: /public-key/ },
]

test('section 7.2: each step, broken alone, is refused by its name', async (t) => {
  await using world = await World.start()
  const authenticator = device()
  const { passkey_binding } = await registerPasskey(world, person, authenticator)
  await provePresence(world, person, authenticator)
  for (const { step, twist, detail = /./, code = 'human_auth_assertion_invalid' } of steps) {
    await t.test(step, async () => {
      const body = await assertion(world, person, authenticator.twist(twist), { passkey_binding })
      const { body: refused } = await world.refuses(name, code, body)
      assert.match(refused.detail, detail)
    })
  }
  await provePresence(world, person, authenticator.twist())
})

test('what is not an assertion at all is refused, never thrown', async () => {
  await using world = await World.start()
  const authenticator = device()
  const { passkey_binding } = await registerPasskey(world, person, authenticator)
  const sound = await assertion(world, person, authenticator)
  const answer = sound.assertion as { id: string; response: object }
  const broken: unknown[] = [
    { ...answer, response: {} },
    { ...answer, response: null },
    { ...answer, response: { ...answer.response, clientDataJSON: 'AA' } },
    { ...answer, response: { ...answer.response, authenticatorData: 'AA' } },
    { ...answer, response: { ...answer.response, signature: 'AA' } },
    { ...answer, response: { ...answer.response, signature: 7 } },
  ]
  for (const assertion of broken) {
    await world.refuses(name, 'human_auth_assertion_invalid', { ...sound, passkey_binding, assertion })
  }
  await world.refuses(name, 'human_auth_passkey_credential_mismatch', { ...sound, assertion: {} })
  await world.admits(name, sound)
})

test('an assertion answers presence of the owner of the key', async () => {
  await using world = await World.start()
  const authenticator = device()
  const { passkey_binding } = await registerPasskey(world, person, authenticator)
  const body = await assertion(world, person, authenticator, { scopes: ['passkey_revoke'] })
  const answer = await world.admits(name, body)
  assert.equal(answer.ceremony, 'webauthn')
  const receipt = await world.record(tenant, Presence, answer.humanPresenceReceipt)
  assert.deepEqual(receipt, {
    subject: people.ada,
    passkey_binding,
    scopes: ['passkey_revoke'],
    challenge: body.challenge,
    ceremony: 'webauthn',
    expires_at: answer.expiresAt,
    consumed_by: [],
  })
})

test('a credential leads to its passkey, and never to another person’s', async () => {
  await using world = await World.start()
  const [ada, eve] = [device(), device()]
  await registerPasskey(world, person, ada)
  const ofEve = { tenant, subject: people.eve }
  await registerPasskey(world, ofEve, eve)
  const body = await assertion(world, person, eve)
  await world.refuses(name, 'human_auth_passkey_credential_mismatch', body)
  const elsewhere = { ...person, tenant: 'tenant_node:other' }
  await world.refuses(name, 'human_auth_passkey_credential_mismatch', await assertion(world, elsewhere, ada))
})

test('a counter that stays at nothing is of a device that does not count', async () => {
  await using world = await World.start()
  const authenticator = device().twist({ parts: () => ({ signCount: 0 }) })
  await registerPasskey(world, person, authenticator)
  await provePresence(world, person, authenticator)
  await provePresence(world, person, authenticator)
})

test('the challenge: known, once, in time, of this relying party', async () => {
  await using world = await World.start()
  const authenticator = device()
  await registerPasskey(world, person, authenticator)
  const body = await assertion(world, person, authenticator)
  await world.refuses(name, 'human_auth_challenge_unknown', {
    ...body,
    challenge: 'human_auth_challenge:none',
  })
  await world.refuses(name, 'human_auth_challenge_unknown', { ...body, tenant: 'tenant_node:other' })
  const { challenge } = await registration(world, person, device())
  await world.refuses(name, 'human_auth_challenge_unknown', { tenant, challenge })
  await world.refuses(name, 'human_auth_relying_party_mismatch', {
    ...body,
    relying_party_id: 'evil.example',
  })
  await world.admits(name, { ...body, relying_party_id: 'acme.example' })
  await world.refuses(name, 'human_auth_challenge_replayed', body)
  const late = await assertion(world, person, authenticator)
  world.clock.advance(300_000)
  await world.refuses(name, 'human_auth_challenge_expired', late)
})

test('races: one challenge makes one receipt, and one counter is used once', async () => {
  await using world = await World.start()
  const authenticator = device()
  await registerPasskey(world, person, authenticator)
  const body = await assertion(world, person, authenticator)
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.call(name, body)))
  assert.equal(answers.filter(({ outcome }) => outcome === 'admitted').length, 1)

  authenticator.twist({ parts: () => ({ signCount: 40 }) })
  const bodies = await Promise.all(Array.from({ length: 6 }, () => assertion(world, person, authenticator)))
  const counted = await Promise.all(bodies.map((each) => world.call(name, each)))
  assert.equal(counted.filter(({ outcome }) => outcome === 'admitted').length, 1)
  const regressed = counted.filter((a) => a.body.refusal_code === 'human_auth_passkey_counter_regressed')
  assert.equal(regressed.length, 5)
})

test('without an assertion an open runtime rehearses', async () => {
  await using world = await World.start()
  const passkey_binding = 'passkey_binding:never_registered'
  const receipt = await rehearsePresence(world, person, { passkey_binding, scopes: ['passkey_lifecycle'] })
  assert.equal((await world.record(tenant, Presence, receipt))?.ceremony, 'fixture')
  const binding = await world.record(tenant, PasskeyBinding, passkey_binding)
  assert.deepEqual(
    [binding?.provenance, binding?.subject, binding?.credential],
    ['rehearsed', people.ada, null],
  )

  const { challenge } = await world.admits('humanAuth.challenge', person)
  await world.refuses(name, 'human_auth_passkey_user_not_verified', { challenge, user_verified: false })
  const anonymous = await rehearsePresence(world, {})
  assert.equal((await world.record(tenant, Presence, anonymous))?.subject, null)

  const authenticator = device()
  const known = await registerPasskey(world, person, authenticator)
  const mismatch = { challenge, passkey_binding: known.passkey_binding, credential_id_hash: 'sha256:other' }
  await world.refuses(name, 'human_auth_passkey_credential_mismatch', mismatch)
  await world.admits(name, { ...mismatch, credential_id_hash: known.credential_id_hash })

  const body = await assertion(world, person, authenticator, { passkey_binding })
  await world.refuses(name, 'human_auth_passkey_credential_mismatch', body)
})

test('a passkey that was imported is proven by its first assertion', async () => {
  await using world = await World.start()
  const authenticator = device()
  await registerPasskey(world, { ...person, tenant: 'tenant_node:elsewhere' }, authenticator)
  const { id, keys } = authenticator.held[0]!
  const jwk = await crypto.subtle.exportKey('jwk', keys.publicKey)
  const point = ['x', 'y'].map((axis) => Buffer.from(jwk[axis as 'x' | 'y']!, 'base64url').toString('hex'))
  const imported = await world.admits('humanAuth.importPasskey', {
    ...person,
    credential_id_hash: `sha256:${createHash('sha256').update(id).digest('hex')}`,
    public_key_uncompressed_hex: `04${point.join('')}`,
    public_key_algorithm: 'ES256',
    fixture: true,
  })
  assert.equal(imported.status, 'unproven')
  assert.equal((await world.record(tenant, PasskeyBinding, imported.passkey_binding))?.proven, false)
  await provePresence(world, person, authenticator)
  const proven = await world.record(tenant, PasskeyBinding, imported.passkey_binding)
  assert.deepEqual([proven?.proven, proven?.relying_party_id], [true, 'acme.example'])
})

test('behind a real gate only built-in sessions rehearse, and never over a key', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const token = 'membrane-fixture-session-primary'
  const { challenge } = await world.admits('humanAuth.challenge', person)
  await world.refuses(name, 'human_auth_assertion_required', { challenge })
  const issued = await world.session(tenant)
  await world.refuses(name, 'human_auth_assertion_required', { challenge }, { token: issued })
  await rehearsePresence(world, person, {}, { token })

  const authenticator = device()
  const own = await world.session(tenant, { actor: people.ada })
  const { passkey_binding } = await registerPasskey(world, person, authenticator, { token: own })
  await world.refuses(name, 'human_auth_assertion_required', { challenge, passkey_binding }, { token })
  await provePresence(world, person, authenticator)
})
