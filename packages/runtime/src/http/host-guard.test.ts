import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { fixtureTokens } from '@membrane/contract'
import { World } from '@membrane/testkit'

/** Sends a POST without a body, what a page may do across origins; answers the code, or the outcome. */
function post(world: World, headers: Record<string, string>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const options = {
    method: 'POST',
    headers: { authorization: `Bearer ${fixtureTokens.primary}`, ...headers },
  }
  const sent = request(`${world.url}/v1/human-auth/challenge`, options, (response) => {
    void response.toArray().then((chunks: Buffer[]) => {
      const { outcome, body } = JSON.parse(Buffer.concat(chunks).toString()) as {
        outcome: string
        body: { refusal_code?: string }
      }
      resolve(body.refusal_code ?? outcome)
    }, reject)
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

test('an open runtime answers to the loopback, and to nobody who came from elsewhere', async () => {
  await using world = await World.start()
  for (const headers of [
    {},
    { origin: world.url },
    { origin: 'http://localhost:5173' },
    { origin: 'https://app.localhost' },
    { host: 'localhost' },
    { host: '[::1]:8080' },
  ])
    assert.notEqual(await post(world, headers), 'host_not_allowed', JSON.stringify(headers))
  const size = (await world.runtime.store.head('tenant_node:fixture')).size
  for (const headers of [
    { host: 'membrane.example' },
    { host: 'localhost.example' },
    { host: '127.0.0.1.example:8080' },
    { origin: 'https://example.org' },
    { origin: 'http://localhost.example' },
    { origin: 'http://127.0.0.1@example.org' },
    { origin: 'null' },
    { origin: 'file://' },
    { origin: '' },
    { forwarded: 'for=192.0.2.1' },
    { 'x-forwarded-host': 'localhost' },
  ])
    assert.equal(await post(world, headers), 'host_not_allowed', JSON.stringify(headers))
  assert.equal((await world.runtime.store.head('tenant_node:fixture')).size, size)
})

test('where bearers are asked for, a name and a page are no matter of this guard', async () => {
  await using world = await World.start({ settings: { MEMBRANE_BEARER: 'writes' } })
  for (const headers of [{ host: 'membrane.example' }, { origin: 'https://example.org' }])
    assert.notEqual(await post(world, headers), 'host_not_allowed')
})
