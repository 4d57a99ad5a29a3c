import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { World, type WorldOptions } from '@membrane/testkit'
import { Chromium, VirtualAuthenticator } from './chromium.ts'
import { PageServer, signInSite } from './page-server.ts'

const tenant = 'tenant_node:acme'

/** A person at a browser with a device, on a page that calls a running server. */
class Visit implements AsyncDisposable {
  readonly world: World
  readonly device: VirtualAuthenticator
  readonly #server: PageServer
  readonly #page: Page

  private constructor(world: World, server: PageServer, page: Page, device: VirtualAuthenticator) {
    this.world = world
    this.#server = server
    this.#page = page
    this.device = device
  }

  static async begin({ browser }: Chromium, options: WorldOptions = {}): Promise<Visit> {
    const world = await World.start(options)
    const server = await PageServer.start(world.url, await signInSite())
    const page = await browser.newPage()
    await page.goto(server.origin)
    return new Visit(world, server, page, await VirtualAuthenticator.attach(page))
  }

  async fill(name: string, value: string): Promise<void> {
    await this.#page.locator(`input[name=${name}]`).fill(value)
  }

  /** Presses a button and reads what the page says in the end. */
  async press(act: string): Promise<Record<string, unknown>> {
    await this.#page.locator(`button[value=${act}]`).click()
    const output = this.#page.locator('#output:not(:empty)')
    return JSON.parse((await output.textContent()) ?? '') as Record<string, unknown>
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#page.close()
    await this.#server[Symbol.asyncDispose]()
    await this.world[Symbol.asyncDispose]()
  }
}

suite('passkeys in a real browser', () => {
  let chromium: Chromium
  before(async () => {
    chromium = await Chromium.start()
  })
  after(() => chromium[Symbol.asyncDispose]())

  test('an open runtime: register, sign in, be somebody', async () => {
    await using visit = await Visit.begin(chromium)
    const registered = await visit.press('register')
    assert.equal(registered.user_verified, true)
    const signedIn = await visit.press('signIn')
    assert.equal(signedIn.token_type, 'Bearer')
    const shown = await visit.press('inspect')
    assert.equal(shown.session, signedIn.session)
    assert.equal(shown.actor, 'human_person:ada')
  })

  test('behind a real gate: a passkey is enrolled by the token of the new tenant, once', async () => {
    await using visit = await Visit.begin(chromium, { settings: { MEMBRANE_BEARER: 'writes' } })
    const { world } = visit
    const { enrolment_token } = await world.admits('tenant.create', { requested_tenant: tenant })
    assert.deepEqual(await visit.press('register'), { refused: 'human_auth_enrolment_required' })
    await visit.fill('enrolment_token', enrolment_token)
    const first = await visit.press('register')
    assert.match(String(first.passkey_binding), /^passkey_binding:/)
    assert.deepEqual(await visit.press('register'), { refused: 'human_auth_enrolment_required' })
    await visit.fill('enrolment_token', '')
    assert.equal((await visit.press('inspect')).refused, 'bearer_required')
  })

  test('behind a real gate: sign in, prepare recovery, rotate, recover, revoke', async () => {
    await using visit = await Visit.begin(chromium, { settings: { MEMBRANE_BEARER: 'writes' } })
    const { world } = visit
    const { enrolment_token } = await world.admits('tenant.create', { requested_tenant: tenant })
    await visit.fill('enrolment_token', enrolment_token)
    const first = await visit.press('register')
    await visit.fill('enrolment_token', '')
    await visit.press('signIn')
    assert.equal((await visit.press('prepareRecovery')).passkey_binding, first.passkey_binding)

    const rotated = await visit.press('rotate')
    assert.equal(rotated.old_passkey_binding, first.passkey_binding)
    assert.equal(rotated.enforced_in_runtime_overlay, true)
    assert.match(String((await visit.press('signIn')).bearer_token), /^mbx_/)

    const recovered = await visit.press('recover')
    assert.equal(recovered.recovery_policy_consumed, true)
    assert.deepEqual(await visit.press('recover'), { refused: 'auth_recovery_policy_consumed' })

    const revoked = await visit.press('revoke')
    assert.equal(revoked.status, 'revoked')
    assert.deepEqual(await visit.press('signIn'), { refused: 'human_auth_passkey_revoked' })
  })

  test('a device that does not recognise its user gets nowhere', async () => {
    await using visit = await Visit.begin(chromium)
    await visit.device.recogniseUser(false)
    assert.deepEqual(await visit.press('register'), { refused: 'NotAllowedError' })
    await visit.device.recogniseUser(true)
    await visit.press('register')
    await visit.device.recogniseUser(false)
    assert.deepEqual(await visit.press('signIn'), { refused: 'NotAllowedError' })
    await visit.fill('user_verification', 'discouraged')
    assert.deepEqual(await visit.press('revoke'), { refused: 'human_auth_passkey_user_not_verified' })
    await visit.device.recogniseUser(true)
    assert.match(String((await visit.press('signIn')).bearer_token), /^mbx_/)
  })
})
