import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { refusing, World } from '@membrane/testkit'

const legal_name = 'Geheime Handels GmbH'
const legal_name_hash = `sha256:${createHash('sha256').update(legal_name).digest('hex')}`

test('keeps hashes and citations, never the name', async () => {
  await using world = await World.start()
  const body = await world.admits('company.bootstrap', {
    legal_name,
    legal_name_hash,
    jurisdiction: 'DE',
    legal_form: 'DE_GmbH',
  })
  assert.match(body.company, /^company_geist:/)
  assert.equal(body.status, 'bootstrapped_fixture')
  assert.equal(body.raw_legal_name_stored, false)
  const [commit] = await world.runtime.store.commitsFrom('tenant_node:fixture', 0, 1)
  const state = JSON.parse(commit!.atoms[0]!.state) as Record<string, unknown>
  assert.equal(state.legal_name_hash, legal_name_hash)
  assert.ok(!JSON.stringify([Buffer.from(commit!.leaf).toString(), state]).includes(legal_name))
})

test('bootstrapping again is a new version of the same company', async () => {
  await using world = await World.start()
  const company = 'company_geist:acme'
  await world.admits('company.bootstrap', { company, jurisdiction: 'DE' })
  await world.admits('company.bootstrap', { company, jurisdiction: 'AT' })
  const { commits } = await world.admits('commit.recent', { ref: company })
  assert.deepEqual(
    commits.map(({ atoms }: { atoms: { version: number }[] }) => atoms[0]!.version),
    [2, 1],
  )
})

test('a name that looks like a hash is hashed like any other', async () => {
  await using world = await World.start()
  const code = 'company_bootstrap_legal_name_hash_mismatch'
  await world.refuses('company.bootstrap', code, { legal_name: legal_name_hash, legal_name_hash })
})

test('refusals', async (t) => {
  await using world = await World.start()
  const refuses = refusing(t, world, 'company.bootstrap', { legal_name, jurisdiction: 'DE' })
  await refuses('company_bootstrap_raw_register_payload_refused', { raw_register_payload: 'HRB 1' })
  await refuses('company_bootstrap_legal_name_hash_mismatch', { legal_name_hash: `sha256:${'0'.repeat(64)}` })
  await refuses('hash_malformed', { legal_name_hash: 'sha256:short' })
  await refuses('koerper_fixture_only', { fixture: false })
})
