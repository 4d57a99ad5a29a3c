import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { authenticatorFlags as bit } from '@membrane/client'
import type { RefusalCode } from '@membrane/contract'
import {
  creationRequest,
  device,
  people,
  registerPasskey,
  registration,
  World,
  type Twist,
} from '@membrane/testkit'

const person = { tenant: 'tenant_node:fixture', subject: people.ada }
const name = 'humanAuth.registerPasskey'

interface Step {
  readonly step: string
  readonly twist: Twist
  readonly detail?: RegExp
  readonly code?: RefusalCode
  /** What the options asked for, where it is not the usual. */
  readonly asked?: object
}

/** WebAuthn Level 3, section 7.1: what a server must check of a registration, each step broken alone. */
const steps: readonly Step[] = [
  {
    step: '7: type is webauthn.create',
    twist: { clientData: { type: 'webauthn.get' } },
    detail: /type of ceremony/,
  },
  { step: '8: challenge', twist: { clientData: { challenge: 'bm90IGlzc3VlZA' } }, detail: /challenge/ },
  { step: '9: origin', twist: { clientData: { origin: 'https://evil.example' } }, detail: /origin/ },
  {
    step: '9: origin of a sibling',
    twist: { clientData: { origin: 'https://acme.example.evil' } },
    detail: /origin/,
  },
  { step: '10: cross-origin frame', twist: { clientData: { crossOrigin: true } }, detail: /frame/ },
  { step: '11: top origin', twist: { clientData: { topOrigin: 'https://top.example' } }, detail: /frame/ },
  {
    step: '14: rpIdHash',
    twist: { parts: () => ({ relyingPartyId: 'evil.example' }) },
    detail: /relying party/,
  },
  {
    step: '15: user present',
    twist: { parts: ({ flags }) => ({ flags: flags & ~bit.up }) },
    detail: /not present/,
  },
  {
    step: '16: user verified, as required',
    twist: { parts: ({ flags }) => ({ flags: flags & ~bit.uv }) },
    code: 'human_auth_passkey_user_not_verified',
  },
  {
    step: '17: BS without BE',
    twist: { parts: ({ flags }) => ({ flags: flags | bit.bs }) },
    detail: /backup flags/,
  },
  {
    step: '20: algorithm not asked for',
    twist: { parts: ({ publicKey }) => ({ publicKey: new Map(publicKey).set(3, -257) }) },
    detail: /ES256/,
  },
  {
    step: '20: curve of another algorithm',
    twist: { parts: ({ publicKey }) => ({ publicKey: new Map(publicKey).set(-1, 2) }) },
    detail: /ES256/,
  },
  {
    step: '20: key type of another algorithm',
    twist: { parts: ({ publicKey }) => ({ publicKey: new Map(publicKey).set(1, 1) }) },
    detail: /ES256/,
  },
  {
    step: '20: point off the curve',
    twist: { parts: ({ publicKey }) => ({ publicKey: new Map(publicKey).set(-3, new Uint8Array(32)) }) },
    detail: /ES256/,
  },
  {
    step: '22: attestation of another format',
    twist: { parts: () => ({ attestation: { fmt: 'packed', attStmt: new Map() } }) },
    detail: /attestation/,
  },
  {
    step: '23: a statement where none belongs',
    twist: { parts: () => ({ attestation: { fmt: 'none', attStmt: new Map([['alg', -7]]) } }) },
    detail: /attestation/,
  },
  {
    step: '13: no attested credential',
    twist: { parts: ({ flags }) => ({ flags: flags & ~bit.at }) },
    detail: /cannot be parsed/,
  },
  {
    step: '25: credential id of more than 1023 bytes',
    twist: { parts: () => longId() },
    detail: /id/,
  },
  { step: 'type is public-key', twist: { parts: () => ({ type: 'password' }) }, detail: /public-key/ },
  { step: 'id is rawId', twist: { parts: () => ({ id: 'YW5vdGhlcg' }) }, detail: /id/ },
  {
    step: 'id is the attested one',
    twist: { parts: () => ({ id: 'YW5vdGhlcg', rawId: 'YW5vdGhlcg' }) },
    detail: /id/,
  },
]

function longId() {
  const credentialId = new Uint8Array(1024).fill(7)
  const id = Buffer.from(credentialId).toString('base64url')
  return { credentialId, id, rawId: id }
}

test('section 7.1: each step, broken alone, is refused by its name', async (t: TestContext) => {
  await using world = await World.start()
  for (const { step, twist, detail = /./, code = 'human_auth_registration_invalid', asked } of steps) {
    await t.test(step, async () => {
      const body = await registration(world, person, device().twist(twist), asked)
      const { body: refused } = await world.refuses(name, code, body)
      assert.match(refused.detail, detail)
    })
  }
})

test('what is not a registration at all is refused, never thrown', async () => {
  await using world = await World.start()
  const sound = await registration(world, person, device())
  const credential = sound.credential as { response: object }
  const broken: unknown[] = [
    {},
    { id: 1, rawId: 1, type: 'public-key', response: null },
    { ...credential, response: {} },
    { ...credential, response: { ...credential.response, attestationObject: 'AA' } },
    { ...credential, response: { ...credential.response, attestationObject: '!!' } },
    { ...credential, response: { ...credential.response, clientDataJSON: 'AA' } },
    { ...credential, response: { ...credential.response, clientDataJSON: 7 } },
  ]
  for (const credential of broken) {
    await world.refuses(name, 'human_auth_registration_invalid', { ...sound, credential })
  }
  await world.admits(name, sound)
})

test('a registration binds the passkey in hashes', async () => {
  await using world = await World.start()
  const authenticator = device()
  const answer = await registerPasskey(world, person, authenticator)
  const id = Buffer.from(authenticator.held[0]!.id)
  assert.equal(answer.credential_id_hash, `sha256:${hash('sha256', id)}`)
  assert.equal(answer.user_verified, true)
  assert.equal(answer.backup_eligible, false)
  assert.equal(answer.durable_record.ref, answer.passkey_binding)
  assert.equal(answer.durable_record.kind, 'passkey_binding')
})

test('backup flags are reported; user verification is demanded only where it was required', async () => {
  await using world = await World.start()
  const backed = device().twist({ parts: ({ flags }) => ({ flags: (flags & ~bit.uv) | bit.be | bit.bs }) })
  const body = await registration(world, person, backed, { user_verification: 'preferred' })
  const answer = await world.admits(name, body)
  assert.deepEqual([answer.user_verified, answer.backup_eligible, answer.backup_state], [false, true, true])
})

test('the challenge: of this ceremony, this person and this page, once and in time', async () => {
  await using world = await World.start()
  const authenticator = device()
  const body = await registration(world, person, authenticator)
  await world.refuses(name, 'human_auth_challenge_unknown', {
    ...body,
    challenge: 'human_auth_challenge:none',
  })
  await world.refuses(name, 'human_auth_challenge_unknown', { ...body, subject: people.eve })
  await world.refuses(name, 'human_auth_challenge_unknown', { ...body, tenant: 'tenant_node:other' })
  await world.refuses(name, 'human_auth_relying_party_mismatch', {
    ...body,
    origin: 'https://login.acme.example',
  })
  const { challenge } = await world.admits('humanAuth.challenge', person)
  await world.refuses(name, 'human_auth_challenge_unknown', { ...body, challenge })
  await world.admits(name, body)
  await world.refuses(name, 'human_auth_challenge_replayed', body)
  const late = await registration(world, person, device())
  world.clock.advance(300_000)
  await world.refuses(name, 'human_auth_challenge_expired', late)
})

test('a credential is bound once in a tenant and relying party, whoever asks', async () => {
  await using world = await World.start()
  const id = {
    credentialId: new Uint8Array(16).fill(9),
    id: 'CQkJCQkJCQkJCQkJCQkJCQ',
    rawId: 'CQkJCQkJCQkJCQkJCQkJCQ',
  }
  const twist = { parts: () => id }
  await registerPasskey(world, person, device().twist(twist))
  const eve = { ...person, subject: people.eve }
  const again = await registration(world, eve, device().twist(twist))
  await world.refuses(name, 'human_auth_passkey_already_bound', again)
  const elsewhere = { ...eve, tenant: 'tenant_node:other' }
  await registerPasskey(world, elsewhere, device().twist(twist))
})

test('races: a challenge binds one passkey, a credential is bound once', async () => {
  await using world = await World.start()
  const body = await registration(world, person, device())
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.call(name, body)))
  assert.equal(answers.filter(({ outcome }) => outcome === 'admitted').length, 1)
  assert.equal(answers.filter(({ status }) => status === 409).length, 7)

  const id = {
    credentialId: new Uint8Array(16).fill(5),
    id: 'BQUFBQUFBQUFBQUFBQUFBQ',
    rawId: 'BQUFBQUFBQUFBQUFBQUFBQ',
  }
  const bodies = await Promise.all(
    Array.from({ length: 6 }, () => registration(world, person, device().twist({ parts: () => id }))),
  )
  const bound = await Promise.all(bodies.map((each) => world.call(name, each)))
  assert.equal(bound.filter(({ outcome }) => outcome === 'admitted').length, 1)
})

test('an origin is secure, and at or below the relying party', async () => {
  await using world = await World.start()
  const options = 'humanAuth.passkeyRegistrationOptions'
  const refused = [
    ['acme.example', 'http://acme.example'],
    ['acme.example', 'https://evil.example'],
    ['acme.example', 'https://notacme.example'],
    ['acme.example', 'https://acme.example/path'],
    ['acme.example', 'https://ACME.example'],
    ['acme.example', 'acme.example'],
    ['login.acme.example', 'https://acme.example'],
    ['0.0.1', 'http://127.0.0.1'],
  ] as const
  const request = creationRequest(person)
  for (const [relying_party_id, origin] of refused) {
    await world.refuses(options, 'human_auth_origin_refused', { ...request, relying_party_id, origin })
  }
  const body = await registration(world, person, device())
  await world.refuses(name, 'human_auth_origin_refused', { ...body, origin: 'http://acme.example' })
  for (const [relying_party_id, origin] of [
    ['acme.example', 'https://login.acme.example'],
    ['localhost', 'http://localhost:3000'],
  ] as const) {
    const { webauthn_origin_policy } = await world.admits(options, { ...request, relying_party_id, origin })
    assert.deepEqual(webauthn_origin_policy, {
      relying_party_id,
      origin,
      secure_origin_required: true,
      loopback_allowed: true,
      decision: 'allowed',
    })
  }
})

test('a passkey creates no authority', async () => {
  await using world = await World.start()
  const body = await registration(world, person, device())
  for (const flag of ['identity_binding', 'standing', 'company_authority']) {
    const asked = { ...body, [`create_${flag}_from_passkey`]: true }
    await world.refuses(name, 'human_auth_passkey_cannot_create_authority', asked)
  }
  await world.refuses(name, 'koerper_fixture_only', { ...body, fixture: false })
})

test('behind a real gate: a session of the subject, or the token of the new tenant, once', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  const tenant = 'tenant_node:new'
  const created = await world.admits('tenant.create', { requested_tenant: tenant, fixture: true })
  const token: string = created.enrolment_token
  assert.match(token, /^mbe_[\w-]{43}$/)
  const ada = { tenant, subject: people.ada }
  const body = await registration(world, ada, device())
  await world.refuses(name, 'human_auth_enrolment_required', body)
  await world.refuses(name, 'human_auth_enrolment_required', { ...body, enrolment_token: `${token}x` })
  const elsewhere = await registration(world, { ...ada, tenant: 'tenant_node:other' }, device())
  await world.refuses(name, 'human_auth_enrolment_required', { ...elsewhere, enrolment_token: token })
  const bodies = await Promise.all(Array.from({ length: 4 }, () => registration(world, ada, device())))
  const answers = await Promise.all(
    bodies.map((each) => world.call(name, { ...each, enrolment_token: token })),
  )
  assert.equal(answers.filter(({ outcome }) => outcome === 'admitted').length, 1, 'the token is spent once')

  const own = await world.session(tenant, { actor: people.ada })
  const others = [
    await world.session(tenant, { actor: people.eve }),
    await world.session('tenant_node:other', { actor: people.ada }),
  ]
  const next = await registration(world, ada, device())
  for (const other of others)
    await world.refuses(name, 'human_auth_enrolment_required', next, { token: other })
  await world.admits(name, next, { token: own })
})

test('an open runtime needs no enrolment and gives no token', async () => {
  await using world = await World.start()
  const created = await world.admits('tenant.create', { requested_tenant: 'tenant_node:new', fixture: true })
  assert.ok(!('enrolment_token' in created))
})
