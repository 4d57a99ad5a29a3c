import assert from 'node:assert/strict'
import { fixtureTokens, recordReality, type Ref } from '@membrane/contract'
import { base64, parsePolicy, verifyLog, type CommitLeaf } from '@membrane/ledger'
import type { World } from '@membrane/testkit'
import { claim, type Acknowledged, type Load } from './load.ts'

type Store = World['runtime']['store']
type Commit = Awaited<ReturnType<Store['commitsFrom']>>[number]

/**
 * Everything that was acknowledged is in the log, where the receipt says; the log verifies from its first leaf to a
 * signed checkpoint, records and tiles included; and keyed calls, answered or not, are in it once.
 */
export async function checkAfterwards(world: World, load: Load): Promise<number> {
  for (const { tenant, key } of load.unanswered) {
    const envelope = await claim(world.url, tenant, key)
    assert.equal(envelope.outcome, 'admitted', JSON.stringify(envelope.body))
    const { commit, log_index, leaf_hash } = envelope.receipt
    load.acknowledged.push({ tenant, commit: commit!, sequence: log_index!, leafHash: leaf_hash!, key })
  }
  const seen = new Set(load.acknowledged.map(({ commit }) => commit))
  assert.equal(seen.size, load.acknowledged.length, 'two calls were answered with one commit')
  let total = 0
  for (const tenant of load.tenants) {
    const commits = await wholeLog(world, tenant)
    checkAcknowledged(
      commits,
      load.acknowledged.filter((entry) => entry.tenant === tenant),
    )
    total += commits.length
  }
  return total
}

/** Every commit of a tenant, verified against a checkpoint that the server signs now. */
export async function wholeLog(world: World, tenant: Ref): Promise<Commit[]> {
  const { store } = world.runtime
  const { size, counts } = await store.head(tenant)
  const commits: Commit[] = []
  while (commits.length < size) commits.push(...(await store.commitsFrom(tenant, commits.length, 500)))
  assert.deepEqual(
    commits.map(({ sequence }) => sequence),
    commits.map((_, at) => at),
    'the sequence has a gap',
  )
  if (size === 0) return commits
  const atoms = commits.flatMap((commit) => commit.atoms)
  assert.equal(counts.get('atom'), atoms.filter(({ reality }) => reality === recordReality).length)
  const policy = await world.admits('log.policy', { tenant })
  const prefix = String(policy.origin).slice(String(policy.origin).indexOf('/'))
  const headers = { authorization: `Bearer ${fixtureTokens.primary}` }
  const checkpoint = await (await world.fetch(`${prefix}/checkpoint?tenant=${tenant}`, { headers })).text()
  const verified = await verifyLog({
    leaves: commits.map(({ leaf }) => leaf),
    checkpoint,
    policy: parsePolicy(policy),
    tile: ({ level, index, width }) => store.tile(tenant, level, index, width),
    records: (leaf) => recordsOf(commits[Number(leaf.sequence)]!, leaf),
  })
  assert.equal(verified.checkpoint.size, size)
  assert.equal(verified.records, atoms.length)
  return commits
}

function recordsOf({ atoms, commit }: Commit, leaf: CommitLeaf) {
  assert.equal(leaf.commit, commit)
  assert.equal(leaf.atoms?.length, atoms.length, 'half of a commit is there')
  const records = atoms.map(({ ref, version, salt, state }) => ({
    ref,
    version,
    salt: base64(salt),
    state: JSON.parse(state) as unknown,
  }))
  return { records }
}

function checkAcknowledged(commits: readonly Commit[], acknowledged: readonly Acknowledged[]): void {
  for (const { commit, sequence, leafHash } of acknowledged) {
    const found = commits[sequence]
    assert.deepEqual(
      [found?.commit, found?.leafHash],
      [commit, leafHash],
      `an acknowledged receipt is not in the log at ${sequence} of ${commits.length}`,
    )
  }
}
