import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hash } from 'node:crypto'
import type { Unit } from '@membrane/runtime'
import {
  assertion,
  creationRequest,
  device,
  loginInProgress,
  loginRequest,
  people,
  provePresence,
  registration,
  World,
  type BreakableAuthenticator,
} from '@membrane/testkit'

const person = { tenant: 'tenant_node:acme', subject: people.ada }

/** What must leave no trace, by name. */
type Secrets = Map<string, Uint8Array>

test('ceremonies leave no raw byte in store, logs or metrics', async () => {
  const units: Unit[] = []
  await using world = await World.start({
    settings: { MEMBRANE_BEARER: 'writes' },
    store: (store) => {
      const commit = store.commit.bind(store)
      store.commit = (batch) => {
        units.push(...batch)
        return commit(batch)
      }
      return store
    },
  })
  const secrets: Secrets = new Map()
  const authenticator = device()
  await signIn(world, authenticator, secrets)
  await fail(world, authenticator, secrets)
  for (const { id } of authenticator.held) secrets.set('credential id', id)

  const kept = await haystack(world, units)
  const known = `sha256:${hash('sha256', authenticator.held[0]!.id)}`
  assert.ok(kept.includes(known), 'the search finds what is kept')
  assert.ok(kept.includes(people.ada))
  assert.ok(secrets.size >= 15, `only ${secrets.size} secrets were gathered`)
  for (const [name, bytes] of secrets) {
    for (const [form, text] of formsOf(bytes)) assert.ok(!kept.includes(text), `${name} is kept, as ${form}`)
  }
})

/** Onboarding, registration, login, refresh: what a person does. Gathers what each answer carried. */
async function signIn(world: World, authenticator: BreakableAuthenticator, secrets: Secrets): Promise<void> {
  const { tenant } = person
  const { enrolment_token } = await world.admits('tenant.create', { requested_tenant: tenant })
  secrets.set('enrolment token', text(enrolment_token))
  const registered = await registration(world, person, authenticator)
  gather('registration', registered.credential, secrets)
  await world.admits('humanAuth.registerPasskey', { ...registered, enrolment_token })

  const body = await loginInProgress(world, person, authenticator)
  const headers = { 'idempotency-key': 'login' }
  const { bearer_token: token } = (await world.call('auth.loginFinish', body, { headers })).body
  await world.admits('auth.loginFinish', body, { headers })
  secrets.set('bearer token', text(token))
  const signed = await assertion(world, person, authenticator)
  gather('assertion', signed.assertion, secrets)
  const { humanPresenceReceipt } = await world.admits('humanAuth.verifyPasskey', signed)
  const refreshed = await world.admits(
    'auth.sessionRefresh',
    { ...body, tenant, human_presence_receipt: humanPresenceReceipt, session: 'auth_session:fixture_next' },
    { token },
  )
  secrets.set('refreshed token', text(refreshed.bearer_token))
  await world.admits('auth.sessionInspect', {}, { token })
}

/** What goes wrong, and raw material that callers should not have sent. */
async function fail(world: World, authenticator: BreakableAuthenticator, secrets: Secrets): Promise<void> {
  authenticator.twist({ clientData: { origin: 'https://evil.example' } })
  const registered = await registration(world, person, authenticator)
  gather('failed registration', registered.credential, secrets)
  const own = { token: await world.session(person.tenant, { actor: people.ada }) }
  await world.refuses('humanAuth.registerPasskey', 'human_auth_registration_invalid', registered, own)
  authenticator.held.pop()
  const signed = await assertion(world, person, authenticator)
  gather('failed assertion', signed.assertion, secrets)
  await world.refuses('humanAuth.verifyPasskey', 'human_auth_assertion_invalid', signed)
  authenticator.twist()
  await provePresence(world, person, authenticator)

  const sent = {
    raw_ip_address: '203.0.113.77-address',
    raw_user_agent: 'Mozilla/5.0 (a user agent)',
    raw_credential_id: 'a raw credential id',
  }
  for (const [name, value] of Object.entries(sent)) {
    secrets.set(name, text(value))
    await world.refuses('auth.loginStart', 'raw_material_refused', { ...loginRequest(person), [name]: value })
  }
  const guess = `mbx_${'g'.repeat(43)}_${'h'.repeat(22)}`
  secrets.set('guessed token', text(guess))
  await world.refuses('tenant.self', 'token_tampered', {}, { token: guess })
  await world.fetch(`/v1/tenant/self?token=${guess}`, { headers: { 'user-agent': sent.raw_user_agent } })
  const options = { ...creationRequest(person), unknown_member: 'a name that nobody declared' }
  secrets.set('unknown member', text(options.unknown_member))
  await world.admits('humanAuth.passkeyRegistrationOptions', options)
}

/** Every text of a WebAuthn answer, as the bytes that it encodes. */
function gather(name: string, answer: unknown, secrets: Secrets): void {
  const { id, response } = answer as { id: string; response: Record<string, unknown> }
  secrets.set(`${name} id`, Buffer.from(id, 'base64url'))
  for (const [member, value] of Object.entries(response)) {
    if (typeof value === 'string') secrets.set(`${name} ${member}`, Buffer.from(value, 'base64url'))
  }
  const clientData = JSON.parse(Buffer.from(String(response.clientDataJSON), 'base64url').toString()) as {
    challenge: string
  }
  secrets.set(`${name} challenge`, Buffer.from(clientData.challenge, 'base64url'))
}

/** Everything that the server wrote anywhere. */
async function haystack(world: World, units: readonly Unit[]): Promise<Buffer> {
  const parts: (string | Uint8Array)[] = [...world.logs]
  parts.push(await (await world.fetch('/metrics')).text())
  parts.push(await (await world.fetch('/metrics', { headers: { accept: 'text/plain' } })).text())
  for (const unit of units) parts.push(JSON.stringify(unit))
  for (const tenant of new Set(units.map((unit) => unit.tenant))) {
    const commits = await world.runtime.store.commitsFrom(tenant, 0, units.length)
    assert.ok(commits.length > 0)
    for (const { leaf, atoms } of commits) parts.push(leaf, ...atoms.map(({ state }) => state))
  }
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}

function formsOf(bytes: Uint8Array): [string, string | Buffer][] {
  const buffer = Buffer.from(bytes)
  return [
    ['bytes', buffer],
    ['hex', buffer.toString('hex')],
    ['upper-case hex', buffer.toString('hex').toUpperCase()],
    ['base64', buffer.toString('base64').replace(/=+$/, '')],
    ['base64url', buffer.toString('base64url')],
    ['a list of numbers', [...bytes].join(',')],
    ['escaped text', JSON.stringify(buffer.toString()).slice(1, -1)],
  ]
}

function text(value: string): Uint8Array {
  return Buffer.from(value)
}
