import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { World } from '@membrane/testkit'
import { goldenFiles } from '../scripts/golden-files.ts'

for (const { url, text } of goldenFiles()) {
  test(`${url.pathname.split('/').at(-1)} is what the contract says`, () => {
    assert.equal(
      readFileSync(url, 'utf8'),
      text,
      'run npm run golden and read the diff: the interface has changed',
    )
  })
}

test('the server serves the same documents', async () => {
  await using world = await World.start()
  const [contract, openApi] = goldenFiles()
  const served = async (path: string): Promise<unknown> => (await world.fetch(path)).json()
  assert.deepEqual(await served('/v1/membrane/contract'), JSON.parse(contract!.text))
  assert.deepEqual(await served('/openapi.json'), JSON.parse(openApi!.text))
  const { version, hash } = JSON.parse(contract!.text) as Record<string, string>
  const build = (await served('/version')) as Record<string, unknown>
  assert.equal(build.contract_version, version)
  assert.equal(build.contract_hash, hash)
  assert.equal(build.runtime, 'fixture')
  assert.equal(build.production_admission, false)
})
