import assert from 'node:assert/strict'
import { recordReality, type RecordType, type Ref } from '@membrane/contract'
import { canonicalJson, draftLeaf, saltedDigest } from '@membrane/ledger'
import type { Runtime } from '@membrane/runtime'

let written = 0

/** Commits one record past the pipeline, for what a test needs and no operation under test makes. */
export async function writeRecord<State>(
  { store }: Runtime,
  tenant: Ref,
  record: RecordType<State>,
  state: State,
): Promise<Ref> {
  const id = `testkit_${++written}`
  const ref = `${record.kind}:${id}`
  const salt = new Uint8Array(32)
  const json = canonicalJson(state)
  const digest = saltedDigest(salt, json)
  const commit = `commit:${id}`
  const keys = Object.entries<(state: State) => Ref | null>(record.index)
    .map(([index, keyOf]) => [index, keyOf(state)] as const)
    .filter(([, key]) => key !== null)
    .map(([index, key]) => `${index}=${key}`)
  const leaf = draftLeaf({
    actor: null,
    atoms: [{ ref, version: 1, digest }],
    causes: [],
    commit,
    operation: 'testkit.write',
    outcome: 'admitted',
    reality: recordReality,
    reasons: ['testkit'],
    receipt: `receipt:${id}`,
    request_digest: digest,
    session: null,
    tenant,
  })
  const result = await store.commit([
    {
      tenant,
      reality: recordReality,
      commit,
      operation: 'testkit.write',
      actor: null,
      leaf,
      requestSalt: salt,
      reads: [],
      atoms: [{ kind: record.kind, ref, version: 1, state: json, digest, salt, keys, active: null }],
      claims: [],
      cites: [],
      answer: null,
    },
  ])
  assert.ok('done' in result)
  return ref
}
