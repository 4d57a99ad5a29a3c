import assert from 'node:assert/strict'
import { Chromium, VirtualAuthenticator } from '../browser/chromium.ts'
import type { Reading } from './reading.ts'

/** Who opens the page of a document in a browser, and what they do there. */
export const visits: Readonly<Record<string, (reading: Reading) => Promise<void>>> = {
  'docs/sign-in.md': signIn,
}

async function signIn({ address, world }: Reading): Promise<void> {
  await using chromium = await Chromium.start()
  const page = await chromium.browser.newPage()
  const device = await VirtualAuthenticator.attach(page)
  await page.goto(address)
  async function press(name: string): Promise<string | null> {
    await page.locator(`#${name}`).click()
    return page.locator('output:not(:empty)').textContent()
  }
  assert.match(String(await press('register')), /^passkey_binding:/)
  assert.match(String(await press('signIn')), /^auth_session:fixture_[0-9a-f]{32}$/)
  assert.match(String(await press('present')), /^human_presence_receipt:/)
  await device.recogniseUser(false)
  assert.equal(await press('present'), 'NotAllowedError')

  const reachable = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    `${world.url}/health`,
  )
  assert.equal(reachable, false, 'a page of another origin reaches the runtime')
}
