import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { suite, test } from 'node:test'
import { genesisBundle, ProofBundle } from '@membrane/contract'
import { parseCheckpoint } from '@membrane/ledger'
import { grantStanding, World } from '@membrane/testkit'
import { proofManifest } from '../../admission/guards/log-proof.ts'

const tenant = 'tenant_node:fixture'
const digest = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

suite('proof.bundle', () => {
  test('records size and root of the log before it, and commits to them', async () => {
    await using world = await World.start()
    await grantStanding(world, tenant)
    const { checkpoint } = await world.admits('log.consistency', { from: 0 })
    const { size, root } = parseCheckpoint(checkpoint).checkpoint
    const bundle = await world.admits('proof.bundle', { tenant })
    const root_hash = `sha256:${Buffer.from(root).toString('hex')}`
    assert.equal(bundle.tree_size, size)
    assert.equal(bundle.root_hash, root_hash)
    const manifest = `{"root_hash":"${root_hash}","tree_size":3,"v":"membrane/proof-bundle/v1"}`
    assert.equal(bundle.manifest_commitment, digest(manifest))
    assert.equal(bundle.durable_state.record, bundle.proof_bundle)
    const { commits } = await world.admits('commit.recent', { ref: bundle.proof_bundle })
    assert.equal(commits[0].atoms[0].kind, ProofBundle.kind)
    assert.equal((await world.admits('proof.bundle', { tenant })).tree_size, 4)
  })

  test('the bundle of an empty log commits to what the built-in genesis bundle does', async () => {
    await using world = await World.start()
    const bundle = await world.admits('proof.bundle', { tenant: 'tenant_node:new' })
    const { tree_size, root_hash, manifest_commitment } = genesisBundle
    assert.deepEqual(
      [bundle.tree_size, bundle.root_hash, bundle.manifest_commitment],
      [tree_size, root_hash, manifest_commitment],
    )
    assert.equal(manifest_commitment, digest(proofManifest(tree_size, root_hash)))
    const contract = (await (await world.fetch('/v1/membrane/contract')).json()) as Record<string, unknown>
    assert.deepEqual(contract.genesis_proof_bundle, genesisBundle)
  })
})
