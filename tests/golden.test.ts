import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { World } from '@membrane/testkit'
import { goldenFiles } from '../scripts/golden-files.ts'

for (const { url, text } of goldenFiles()) {
  test(`${url.pathname.split('/').at(-1)} is what the contract says`, () => {
    const lines = text.split('\n')
    const line = readFileSync(url, 'utf8')
      .split('\n')
      .findIndex((golden, at) => golden !== lines[at])
    assert.equal(line, -1, `the interface has changed at line ${line + 1}: npm run golden, and read the diff`)
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
