import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ratePolicyExample } from '@membrane/contract'
import { World } from '@membrane/testkit'
import { accepted, createMembrane, SoftwareAuthenticator, type Membrane } from './index.ts'
import { provePresence, registerPasskey, signIn, type PasskeyDialogues } from './passkeys.ts'

const person = { tenant: 'tenant_node:passkeys', subject: 'human_person:ada' }
const page = { relyingPartyId: 'acme.example', origin: 'https://acme.example' }
const session = {
  vessel: 'vessel:laptop',
  standing: 'standing:director',
  holder_key: 'key_registry:ada',
  device_binding: 'device_binding:laptop',
  scopes: ['standing'],
}

/** A browser whose dialogues a software authenticator answers. */
function dialoguesOf(authenticator: SoftwareAuthenticator): PasskeyDialogues {
  return {
    create: async ({ challenge, rp, user }) =>
      (await authenticator.register({
        challenge,
        rp: { id: rp.id! },
        user: { id_b64url: user.id },
      })) as never,
    get: async ({ challenge, rpId }) => (await authenticator.assert({ challenge, rp_id: rpId! })) as never,
  }
}

let world: World
let membrane: Membrane
before(async () => {
  world = await World.start()
  membrane = createMembrane({ baseUrl: world.url })
})
after(() => world[Symbol.asyncDispose]())

test('a passkey is registered, and signs its person in', async () => {
  const dialogues = dialoguesOf(new SoftwareAuthenticator(page.origin))
  const registered = accepted(
    await registerPasskey(membrane, { ...person, ...page, name: 'ada@acme.example', dialogues }),
  )
  assert.match(registered.passkey_binding, /^passkey_binding:/)
  assert.equal(registered.user_verified, true)

  const signedIn = await signIn(membrane, { ...person, ...page, ...session, ...ratePolicyExample, dialogues })
  assert.ok(signedIn.outcome === 'admitted')
  assert.match(signedIn.body.session, /^auth_session:fixture_[0-9a-f]{32}$/)
  const token = signedIn.body.bearer_token
  assert.ok(token)
  assert.equal(accepted(await membrane.tenantSelf({}, { token })).tenant, person.tenant)
})

test('a person proves to be there, for an act, by the passkey alone', async () => {
  const dialogues = dialoguesOf(new SoftwareAuthenticator(page.origin))
  const cleo = { ...person, subject: 'human_person:cleo', ...page, dialogues }
  const { passkey_binding } = accepted(await registerPasskey(membrane, { ...cleo, name: 'cleo' }))
  const scopes = ['passkey_revoke']
  const proof = accepted(await provePresence(membrane, { ...cleo, scopes, passkeyBinding: passkey_binding }))
  assert.equal(proof.ceremony, 'webauthn')
  const revocation = {
    tenant: cleo.tenant,
    subject: cleo.subject,
    passkey_binding,
    reason_hash: 'sha256:lost',
  }
  const human_presence_receipt = proof.humanPresenceReceipt
  const revoke = { ...revocation, human_presence_receipt, enforce_runtime_overlay: true }
  assert.equal(accepted(await membrane.humanAuthPasskeyRevoke(revoke)).status, 'revoked')

  const late = await provePresence(membrane, { ...cleo, scopes })
  assert.ok(late.outcome === 'refused' && late.code === 'human_auth_passkey_revoked')
  const astray = await provePresence(membrane, { ...cleo, scopes, origin: 'https://evil.example' })
  assert.ok(astray.outcome === 'refused' && astray.code === 'human_auth_origin_refused')
})

test('the names that the dialogue shows do not leave the page', async () => {
  const sent: string[] = []
  const listening = createMembrane({
    baseUrl: world.url,
    fetch: (url, init) => {
      sent.push(init.body as string)
      return fetch(url, init)
    },
  })
  let shown = ''
  const { create, get } = dialoguesOf(new SoftwareAuthenticator(page.origin))
  const dialogues: PasskeyDialogues = {
    get,
    create: (options) => {
      shown = options.user.name + options.user.displayName
      return create(options)
    },
  }
  const bob = { ...person, subject: 'human_person:bob' }
  const names = { name: 'bob@acme.example', displayName: 'Bob Builder' }
  assert.equal(
    (await registerPasskey(listening, { ...bob, ...page, ...names, dialogues })).outcome,
    'admitted',
  )
  assert.equal(shown, 'bob@acme.exampleBob Builder')
  assert.doesNotMatch(sent.join('\n'), /bob@|Builder/)
})

test('the first refusal on the way is the result', async () => {
  const authenticator = new SoftwareAuthenticator(page.origin)
  const dialogues = dialoguesOf(authenticator)
  const wrong = { ...page, origin: 'https://evil.example' }
  const options = await registerPasskey(membrane, { ...person, ...wrong, name: 'eve', dialogues })
  assert.ok(options.outcome === 'refused' && options.code === 'human_auth_origin_refused')
  const phished = dialoguesOf(new SoftwareAuthenticator('https://acme.example.evil.example'))
  const registered = await registerPasskey(membrane, { ...person, ...page, name: 'eve', dialogues: phished })
  assert.ok(registered.outcome === 'refused' && registered.code === 'human_auth_registration_invalid')
  const eve = { ...person, subject: 'human_person:eve' }
  const locked = { ...ratePolicyExample, attempt_count: 10 }
  const signedIn = await signIn(membrane, { ...eve, ...page, ...session, ...locked, dialogues })
  assert.ok(signedIn.outcome === 'refused' && signedIn.code === 'auth_rate_limit_locked')
})

test('outside a page, a ceremony says what it needs', async () => {
  await assert.rejects(registerPasskey(membrane, { ...person, name: 'ada' }), TypeError)
})
