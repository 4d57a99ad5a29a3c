import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { genesisBundle, operations, type Ref } from '@membrane/contract'
import type { Store } from '@membrane/runtime'
import { FaultyStore, grantStanding, refusing, World } from '@membrane/testkit'

const tenant = 'tenant_node:acme'
const name = 'ops.restoreRehearse'
const request = operations[name].example

async function bundleOf(world: World, of: Ref = tenant) {
  const { proof_bundle, manifest_commitment, tree_size, root_hash } = await world.admits('proof.bundle', {
    tenant: of,
  })
  return { proof_bundle, manifest_commitment, tree_size, root_hash }
}

/** A store whose commits can be spoiled as they are read for a restore. */
function spoilable() {
  type Commits = Awaited<ReturnType<Store['commitsFrom']>>
  let spoil: ((commits: Commits) => Commits) | undefined
  const wrap = (store: Store): Store =>
    new Proxy(store, {
      get: (target, member) => {
        const value: unknown = Reflect.get(target, member, target)
        if (typeof value !== 'function') return value
        if (member !== 'commitsFrom') return value.bind(target) as unknown
        return async (of: Ref, from: number, count: number) => {
          const commits = await target.commitsFrom(of, from, count)
          return spoil === undefined ? commits : spoil(commits)
        }
      },
    })
  return {
    wrap,
    spoil: (how: (commits: Commits) => Commits): void => {
      spoil = how
    },
  }
}

suite(name, () => {
  test('restores every record up to the bundle and gives its root', async () => {
    await using world = await World.start()
    for (let round = 0; round < 60; round++) await grantStanding(world, tenant)
    const bundle = await bundleOf(world)
    await grantStanding(world, tenant)
    const answer = await world.call(name, { ...request, ...bundle, restore_ref: 'ops_backup_restore:june' })
    assert.equal(answer.outcome, 'verified')
    const { body } = answer
    assert.equal(body.tree_size, 180)
    assert.equal(body.root_hash, bundle.root_hash)
    assert.equal(body.restore_rehearsal, 'ops_backup_restore:june')
    assert.match(body.rollback_rehearsal, /^ops_rollback:/)
    assert.equal(body.restored_records, 180)
    assert.equal(body.restored_atoms, 240)
    assert.ok(body.restore_measured_seconds > 0)
    assert.equal(body.slo_targets_met, true)
    const log = await world.admits('log.export', { tenant, from: 184 })
    const [{ atoms }] = log.commits.slice(-1)
    const kept = atoms.find(({ kind }: { kind: string }) => kind === 'ops_backup_restore')
    assert.equal(kept.state.measured_seconds, body.restore_measured_seconds)
    assert.equal(kept.state.root_hash, bundle.root_hash)
  })

  test('a bundle is named by ref and commitment, or by its commitment alone', async () => {
    await using world = await World.start()
    await grantStanding(world, tenant)
    const bundle = await bundleOf(world)
    const { manifest_commitment } = bundle
    const alone = await world.admits(name, { ...request, proof_bundle: undefined, manifest_commitment })
    assert.equal(alone.proof_bundle, bundle.proof_bundle)
    const genesis = await world.admits(name, request)
    assert.equal(genesis.proof_bundle, genesisBundle.proof_bundle)
    assert.equal(genesis.tree_size, 0)
  })

  test('a target that was missed is on record, not refused', async () => {
    await using world = await World.start()
    await grantStanding(world, tenant)
    const bundle = await bundleOf(world)
    const tight = { restore_slo_minutes: 1e-9, rollback_slo_minutes: 1e-9 }
    const body = await world.admits(name, { ...request, ...bundle, ...tight })
    assert.equal(body.slo_targets_met, false)
  })

  test('many at once run one after another, and each restores all', async () => {
    await using world = await World.start()
    await grantStanding(world, tenant)
    const bundle = await bundleOf(world)
    const calls = [0, 1, 2].map(() => world.admits(name, { ...request, ...bundle }))
    for (const body of await Promise.all(calls)) assert.equal(body.restored_atoms, 4)
  })

  test('a log that is not what was bundled is found out', async (t) => {
    const store = spoilable()
    await using world = await World.start({ store: store.wrap })
    await grantStanding(world, tenant)
    const bundle = await bundleOf(world)
    const rehearse = { ...request, ...bundle }
    const code = 'ops_restore_proof_verification_missing'
    const spoiled = (what: string, how: Parameters<typeof store.spoil>[0], says: RegExp) =>
      t.test(what, async () => {
        store.spoil(how)
        const { body } = await world.refuses(name, code, rehearse)
        assert.match(body.detail, says)
      })
    const [flip, last] = [(bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 1), -1]
    await spoiled(
      'a state',
      (commits) =>
        commits.map((commit) => ({
          ...commit,
          atoms: commit.atoms.map((atom) => ({ ...atom, state: atom.state.replace('cto', 'ceo') + ' ' })),
        })),
      /leaf 0 wrote other atoms/,
    )
    await spoiled(
      'a salt',
      (commits) =>
        commits.map((commit) => ({
          ...commit,
          atoms: commit.atoms.map((atom) => ({ ...atom, salt: flip(atom.salt) })),
        })),
      /leaf 0 wrote other atoms/,
    )
    await spoiled('an atom', (commits) => commits.map((commit) => ({ ...commit, atoms: [] })), /other atoms/)
    await spoiled('a commit', (commits) => commits.slice(0, last), /shorter than the bundle/)
    await spoiled('the order', (commits) => commits.toReversed(), /another's place/)
    await spoiled(
      'a leaf',
      (commits) =>
        commits.map((commit) => ({
          ...commit,
          leaf: Buffer.from(
            Buffer.from(commit.leaf).toString().replace('human_person:ada', 'human_person:eve'),
          ),
        })),
      /the root is not that of the bundle/,
    )
    store.spoil((commits) => commits)
    await world.admits(name, rehearse)
    assert.equal(
      (await world.admits('ops.status', { tenant })).local_overlay_counts.ops_rollback_rehearsals,
      1,
    )
  })

  test('a store that cannot be read is not a failed rehearsal', async () => {
    const faults = new FaultyStore()
    await using world = await World.start({ store: faults.wrap })
    const bundle = await bundleOf(world)
    const body = { ...request, ...bundle }
    await grantStanding(world, tenant)
    const larger = await bundleOf(world)
    faults.fail()
    await world.refuses(name, 'store_unavailable', { ...body, ...larger })
    faults.release()
    await world.admits(name, { ...body, ...larger })
  })
})

test('refusals, in the order of the interface', async (t) => {
  await using world = await World.start()
  const foreign = await bundleOf(world, 'tenant_node:other')
  const refuses = refusing(t, world, name, request)
  const runbook = 'ops_restore_runbook_missing'
  const proof = 'ops_restore_proof_verification_missing'
  await refuses('customer_data_forbidden', { contains_customer_data: true, destructive_wipe_requested: true })
  await refuses('ops_destructive_wipe_forbidden', {
    destructive_wipe_requested: true,
    restore_slo_minutes: 0,
  })
  await refuses(runbook, { restore_slo_minutes: 0, manifest_commitment: undefined })
  await refuses(runbook, { rollback_slo_minutes: -1 })
  await refuses(runbook, { rollback_slo_minutes: undefined })
  await refuses(runbook, { restore_runbook_hash: '' })
  await refuses(runbook, { rollback_runbook_hash: undefined })
  await refuses(proof, { manifest_commitment: undefined })
  await refuses(proof, { manifest_commitment: '' })
  await refuses(proof, { manifest_commitment: 'sha256:unknown' })
  await refuses(proof, { proof_bundle: 'proof_bundle:unknown' })
  await refuses(proof, foreign)
  const { body } = await world.refuses(name, proof, { ...request, manifest_commitment: 'sha256:unknown' })
  assert.match(body.detail, /\/v1\/proofs\/bundle.*genesis/)
})
