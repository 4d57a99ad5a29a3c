import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { operations, type OperationName, type Ref } from '@membrane/contract'
import {
  base64,
  parsePolicy,
  parseTlogProof,
  receiptFile,
  verifyReceipt,
  type TlogProof,
} from '@membrane/ledger'
import { delegateMandate, grantStanding, World } from '@membrane/testkit'
import { sigstoreAccepts } from '../packages/ledger/src/testing/sigstore.ts'

const tenant = 'tenant_node:acme'
const names = Object.keys(operations) as OperationName[]

/** Every example of the contract that commits as it stands, and stories for those that need a past. */
async function commitsOfEveryKind(world: World): Promise<Ref[]> {
  const { standing } = await grantStanding(world, tenant)
  const mandate = await delegateMandate(world, tenant, standing, ['invoice.approve'])
  await world.admits('mandate.revoke', { ...operations['mandate.revoke'].example, tenant, mandate })
  await world.admits('standing.revoke', { tenant, standing, reason: 'left', fixture: true })
  for (const name of names.filter((name) => operations[name].method === 'POST')) {
    const { example } = operations[name]
    await world.call(name, 'tenant' in operations[name].request ? { ...example, tenant } : example)
  }
  const { commits } = await world.admits('commit.recent', { tenant, limit: 200 })
  return commits.map(({ receipt }: { receipt: Ref }) => receipt)
}

const flip = (bytes: Uint8Array, at: number): Uint8Array => bytes.with(at, bytes[at]! ^ (1 << (at % 8)))

/** The receipt with one bit wrong in its leaf, in a hash of its way, in the root and in the signature. */
function* mutations(receipt: Required<TlogProof>, at: number): Generator<Required<TlogProof>> {
  const { extra, hashes, checkpoint } = receipt
  yield { ...receipt, extra: flip(extra, at % extra.length) }
  if (hashes.length > 0) {
    const hash = at % hashes.length
    yield { ...receipt, hashes: hashes.with(hash, flip(hashes[hash]!, at % 32)) }
  }
  const [origin, size, root, empty, line, end] = checkpoint.split('\n')
  const [dash, name, blob] = line!.split(' ')
  const spoil = (text: string): string => base64(flip(Buffer.from(text, 'base64'), at % 32))
  yield { ...receipt, checkpoint: [origin, size, spoil(root!), empty, line, end].join('\n') }
  yield {
    ...receipt,
    checkpoint: [origin, size, root, empty, `${dash} ${name} ${spoil(blob!)}`, end].join('\n'),
  }
}

suite('receipts of a running server', () => {
  test('of every kind of commit verify offline, by us and by Sigstore; changed ones by nobody', async () => {
    await using world = await World.start()
    const receipts = await commitsOfEveryKind(world)
    const policy = parsePolicy(await world.admits('log.policy', { tenant }))
    const keys = policy.keys.map(({ key }) => key)
    const kinds = new Set<string>()
    for (const [at, ref] of receipts.entries()) {
      const file = receiptFile(await world.admits('receipt.show', { ref, tenant }))
      const { leaf } = await verifyReceipt(file, policy)
      assert.equal(leaf.receipt, ref)
      kinds.add(leaf.operation)
      const proof = parseTlogProof(file) as Required<TlogProof>
      assert.ok(sigstoreAccepts(proof, keys), ref)
      for (const wrong of mutations(proof, at)) assert.ok(!sigstoreAccepts(wrong, keys), ref)
    }
    for (const kind of [
      'standing.grant',
      'mandate.delegate',
      'tenant.create',
      'company.bootstrap',
      'proof.bundle',
    ])
      assert.ok(kinds.has(kind), `${kind} is not among ${[...kinds].join()}`)
  })

  test('what an answer says of its place is what its receipt proves', async () => {
    await using world = await World.start()
    const answer = await world.call('proof.bundle', { tenant })
    const { ref, commit, log_index, leaf_hash } = answer.receipt
    const body = await world.admits('receipt.show', { ref, tenant })
    assert.deepEqual(
      [body.commit.commit, body.commit.sequence, body.commit.leaf_hash],
      [commit, log_index, leaf_hash],
    )
    const policy = parsePolicy(await world.admits('log.policy', { tenant }))
    const { leafHash } = await verifyReceipt(receiptFile(body), policy)
    assert.equal(leaf_hash, `sha256:${Buffer.from(leafHash).toString('hex')}`)
  })
})
