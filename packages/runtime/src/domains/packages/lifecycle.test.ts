import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperationName, PackageStatus, Ref } from '@membrane/contract'
import { PackageHouse, World } from '@membrane/testkit'
import * as fc from 'fast-check'

const versions = ['1.0.0', '2.0.0', '3.0.0'] as const
type Version = (typeof versions)[number]

const acts = ['import', 'candidate', 'approve', 'reject', 'activate', 'revoke'] as const
const step = fc.record({ act: fc.constantFrom(...acts), version: fc.constantFrom(...versions) })
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What a package should be, by the rules of the interface alone. */
interface Expected {
  status: PackageStatus | 'none'
  verdict: 'approve' | 'reject' | null
}

/** What an act should answer; it moves the model where it should be admitted. */
function expect(model: Map<Version, Expected>, { act, version }: Step): string {
  const found = model.get(version)!
  const { status } = found
  const move = (next: PackageStatus): string => {
    found.status = next
    return 'admitted'
  }
  if (act === 'import') {
    if (status === 'none') return move('imported')
    return status === 'revoked' ? 'authority_package_stale' : 'verified'
  }
  if (status === 'none') return 'authority_package_unknown'
  if (act === 'revoke') return status === 'revoked' ? 'verified' : move('revoked')
  if (act === 'candidate') return status === 'imported' ? move('candidate') : 'authority_package_stale'
  if (act === 'approve' || act === 'reject') {
    if (status !== 'candidate' && status !== 'reviewed') return 'authority_package_stale'
    found.verdict = act
    return move('reviewed')
  }
  if (status === 'active' || status === 'superseded' || status === 'revoked') return 'authority_package_stale'
  if (found.verdict !== 'approve') return 'authority_package_review_missing'
  for (const other of model.values()) if (other.status === 'active') other.status = 'superseded'
  return move('active')
}

/** Plays an act for real; answers its outcome or its code. */
async function play(house: PackageHouse, refs: Map<Version, Ref>, { act, version }: Step): Promise<string> {
  const { world, tenant } = house
  const ref = refs.get(version) ?? 'authority_package:none'
  const named = { tenant, package: ref, fixture: true }
  const call = async (name: OperationName, body: object): Promise<string> => {
    const answer = await world.call(name, body)
    if (act === 'import' && answer.outcome === 'admitted') refs.set(version, answer.body.package)
    return answer.outcome === 'refused' ? answer.body.refusal_code : answer.outcome
  }
  if (act === 'import') return call('authority.package.import', house.release(version))
  if (act === 'candidate')
    return call('authority.package.candidate', { ...named, authority_epoch: 'authority_epoch:2026' })
  if (act === 'activate') return call('authority.package.activate', await house.activation(ref))
  if (act === 'revoke') return call('authority.package.revoke', { ...named, reason_hash: 'sha256:withdrawn' })
  return call('authority.package.review', house.verdict(ref, act))
}

test('every sequence of acts answers as the lifecycle says, and a revoked package stays revoked', async () => {
  await using world = await World.start()
  let tenants = 0
  const sequences = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
    const house = await PackageHouse.open(world, `tenant_node:lifecycle_${++tenants}`)
    const model = new Map(
      versions.map((version): [Version, Expected] => [version, { status: 'none', verdict: null }]),
    )
    const refs = new Map<Version, Ref>()
    for (const each of steps)
      assert.equal(await play(house, refs, each), expect(model, each), JSON.stringify(each))
    const statuses = await house.statuses()
    for (const [version, ref] of refs) assert.equal(statuses[ref], model.get(version)!.status)
    assert.ok(Object.values(statuses).filter((status) => status === 'active').length <= 1)
  })
  await fc.assert(sequences, { numRuns: 60 })
})
