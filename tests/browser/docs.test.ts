import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { fixtureTokens, operationList, refusals } from '@membrane/contract'
import { World } from '@membrane/testkit'
import { Chromium } from './chromium.ts'

/** A reader of the API page; leaving, they must have seen no error and called nobody but the server. */
class Reader implements AsyncDisposable {
  readonly world: World
  readonly page: Page
  /** Errors, violations of the policy, and calls of anybody else. */
  readonly trouble: string[] = []

  private constructor(world: World, page: Page) {
    this.world = world
    this.page = page
    page.on('pageerror', (error) => this.trouble.push(error.message))
    page.on('console', (message) => {
      // What the server refuses, Chromium reports as a resource that failed.
      const refused = message
        .text()
        .startsWith('Failed to load resource: the server responded with a status of 4')
      if (message.type() === 'error' && !refused) this.trouble.push(message.text())
    })
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== world.url) this.trouble.push(request.url())
    })
  }

  static async at({ browser }: Chromium, path: string, options: BrowserContextOptions = {}): Promise<Reader> {
    const world = await World.start()
    const context = await browser.newContext(options)
    const reader = new Reader(world, await context.newPage())
    await reader.visit(path)
    return reader
  }

  async visit(path: string): Promise<void> {
    await this.page.goto(this.world.url + path)
  }

  /** Opens the form of an operation; answers the body that it suggests. */
  async open(operation: string): Promise<string> {
    await this.visit(`/docs/operations/${operation}`)
    await this.page.getByRole('button', { name: 'Try it on this server' }).click()
    const body = this.page.getByLabel('Body')
    return (await body.count()) === 0 ? '' : body.inputValue()
  }

  /** Sends the form; answers what the page says of the answer. */
  async send(): Promise<{ verdict: string; envelope: string }> {
    const verdict = this.page.locator('.verdict')
    await this.page.locator('.answer').evaluate((place) => place.replaceChildren())
    await this.page.getByRole('button', { name: 'Send' }).click()
    await verdict.waitFor()
    const envelope = await this.page.locator('.answer pre').textContent()
    return { verdict: (await verdict.textContent())!, envelope: envelope! }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close()
    await this.world[Symbol.asyncDispose]()
    assert.deepEqual(this.trouble, [])
  }
}

suite('the API page in a real browser', () => {
  let chromium: Chromium
  before(async () => {
    chromium = await Chromium.start()
  })
  after(() => chromium[Symbol.asyncDispose]())

  test('a key leads to the filter, and the filter to an operation', async () => {
    await using reader = await Reader.at(chromium, '/docs')
    const { page } = reader
    const entries = page.locator('main li[data-words]:visible')
    assert.equal(await entries.count(), operationList.length)
    await page.keyboard.press('/')
    await page.keyboard.type('passkey rot')
    assert.deepEqual(await entries.locator('a').allTextContents(), ['humanAuth.passkeyRotate'])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/operations/humanAuth.passkeyRotate')
    assert.equal(await page.locator('nav [aria-current]').textContent(), 'humanAuth.passkeyRotate')
  })

  test('an operation is read with the fixture token, which stays in the page', async () => {
    await using reader = await Reader.at(chromium, '/docs')
    await reader.open('tenant.self')
    assert.equal(await reader.page.getByLabel('Bearer').inputValue(), fixtureTokens.primary)
    const { verdict, envelope } = await reader.send()
    assert.match(verdict, /^200 verified in \d+ ms$/)
    assert.match(envelope, /"tenant": "tenant_node:fixture"/)
    const kept = await reader.page.evaluate(
      'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])',
    )
    assert.ok(!String(kept).includes(fixtureTokens.primary))
    await reader.page.getByLabel('Bearer').fill(fixtureTokens.tampered)
    assert.match((await reader.send()).verdict, /^401 refused/)
  })

  test('a claim is admitted, and what was answered goes on into evaluation and grant', async () => {
    await using reader = await Reader.at(chromium, '/docs')
    await reader.open('standing.claim')
    const { verdict, envelope } = await reader.send()
    assert.match(verdict, /^200 admitted/)
    const claim = /"standing_claim": "([^"]+)"/.exec(envelope)![1]!
    assert.ok((await reader.open('standing.evaluate')).includes(`"${claim}"`))
    assert.match((await reader.send()).verdict, /^200 /)
    assert.ok((await reader.open('standing.grant')).includes(`"${claim}"`))
    await reader.page.getByLabel('Body').press('Control+Enter')
    await reader.page.locator('.verdict', { hasText: '200 admitted' }).waitFor()
  })

  test('a refusal leads to its page', async () => {
    await using reader = await Reader.at(chromium, '/docs')
    await reader.open('standing.revoke')
    assert.match((await reader.send()).verdict, /^404 refused/)
    await reader.page.locator('.answer a').click()
    await reader.page.waitForURL('**/docs/refusals/standing_unknown')
    assert.ok(
      (await reader.page.locator('main').textContent())!.includes(refusals.standing_unknown.guard_rule),
    )
  })

  test('an answer is text, whatever it holds, and a body that is no JSON is refused', async () => {
    await using reader = await Reader.at(chromium, '/docs')
    const markup = '<img/src=x/onerror=document.title=1>'
    await reader.open('tenant.create')
    await reader.page
      .getByLabel('Body')
      .fill(JSON.stringify({ requested_tenant: `tenant_node:${markup}`, fixture: true }))
    const { envelope } = await reader.send()
    assert.ok(envelope.includes(markup))
    assert.equal(await reader.page.locator('img').count(), 0)
    await reader.page.getByLabel('Body').fill('{"fixture": tru}')
    assert.match((await reader.send()).verdict, /^400 refused/)
  })

  test("a script that is not the server's does not run, and is noticed here", async () => {
    await using reader = await Reader.at(chromium, '/docs/operations/tenant.self')
    await reader.page.evaluate(`
      const script = document.createElement('script')
      script.textContent = 'document.title = 1'
      document.head.append(script)
    `)
    assert.match(await reader.page.title(), /^tenant\.self/)
    assert.match(reader.trouble.splice(0).join('\n'), /violates the following Content Security Policy/)
  })

  test('without script the page reads well, and offers no form', async () => {
    await using reader = await Reader.at(chromium, '/docs/operations/standing.claim', {
      javaScriptEnabled: false,
    })
    const main = reader.page.locator('main')
    assert.equal(await main.getByText('Try it on this server').isVisible(), false)
    assert.equal(await reader.page.getByRole('searchbox').isVisible(), false)
    await main.getByText('As a command').click()
    assert.match(
      (await main.locator('details[open] pre').first().textContent())!,
      /^curl -s 'http:\/\/127\.0\.0\.1:8080\/v1\/standing\/claim'/,
    )
  })
})
