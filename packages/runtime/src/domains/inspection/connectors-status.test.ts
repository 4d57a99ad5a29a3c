import assert from 'node:assert/strict'
import { test } from 'node:test'
import { company, office, people, World } from '@membrane/testkit'

test('summarises the evidence cited, each bundle once', async () => {
  await using world = await World.start()
  const cite = (...evidence: string[]) =>
    world.admits('standing.claim', { actor: people.ada, company, office, evidence, fixture: true })
  await cite('evidence_bundle:register_extract', 'evidence_bundle:register_extract_2')
  await cite('evidence_bundle:register_extract')
  world.clock.advance(1000)
  await cite('evidence_bundle:something_else')
  const { connectors, rawConnectorPayloadExposed } = await world.admits('evidence.connectors.status')
  const time = (ms: number): string => new Date(ms).toISOString()
  assert.deepEqual(connectors, [
    {
      connector: 'register_extract',
      kind: 'registry',
      evidence_bundles: 2,
      last_cited_at: time(world.clock.now() - 1000),
    },
    {
      connector: 'unclassified',
      kind: 'unclassified',
      evidence_bundles: 1,
      last_cited_at: time(world.clock.now()),
    },
  ])
  assert.equal(rawConnectorPayloadExposed, false)
})
